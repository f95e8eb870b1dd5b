/**
 * Deletes the data that came from the feed, so that it is fetched again from the beginning. The member's own writes and
 * drafts stay.
 */
import { weightOf } from './found.ts'
import { changeMe } from './me.ts'
import type { MemberSession } from './session.ts'

const FILLED = ['conversations', 'messages', 'likes', 'profiles'] as const

/** @returns roughly how many bytes were freed */
export const forgetFilled = (session: MemberSession): Promise<number> =>
  session.write([...FILLED, 'meta'], async (tx) => {
    let bytes = 0
    for (const store of FILLED) {
      bytes += weightOf(await tx.objectStore(store).getAll())
      await tx.objectStore(store).clear()
    }
    await changeMe(tx, { seq: 0, push_seq: 0, synced_at: 0, filled: false })
    return bytes
  })
