/** Frees space by deleting data that can be fetched again. The member's own writes and drafts stay [PWA-13]. */
import { protectedProfiles } from './prune.ts'
import type { DeviceSession, MemberSession } from './session.ts'
import { changeMe } from './me.ts'

/** This list records swiped profiles. Without it they would return to the swipe game. */
const STAYS = 'swiped'

/**
 * Deletes data that was only looked at: snapshots, searches, lists, and profiles in no conversation, like or write.
 * @returns roughly how many bytes were freed
 */
export const forgetFound = (session: DeviceSession): Promise<number> =>
  session.write(['profiles', 'searches', 'lists', 'conversations', 'likes', 'outbox', 'snapshots'], async (tx) => {
    const protectedIds = await protectedProfiles(tx, session.member ?? 0)
    let bytes = weightOf(await tx.objectStore('snapshots').getAll())
    await tx.objectStore('snapshots').clear()
    for (const row of await tx.objectStore('profiles').getAll()) {
      if (protectedIds.has(row.id)) continue
      bytes += weightOf([row])
      await tx.objectStore('profiles').delete(row.id)
    }
    bytes += weightOf(await tx.objectStore('searches').getAll())
    await tx.objectStore('searches').clear()
    for (const row of await tx.objectStore('lists').getAll()) {
      if (row.key === STAYS) continue
      bytes += weightOf([row])
      await tx.objectStore('lists').delete(row.key)
    }
    return bytes
  })

/** Estimates the size by the length of the JSON text; browsers do not reveal the real size. */
const weightOf = (rows: readonly unknown[]): number =>
  rows.reduce<number>((bytes, row) => bytes + JSON.stringify(row).length, 0)

const FILLED = ['conversations', 'messages', 'likes', 'profiles'] as const

/**
 * Deletes the data of the feed, so that it is fetched again from the beginning.
 * @returns roughly how many bytes were freed
 */
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
