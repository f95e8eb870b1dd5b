/** What was only looked at: searches, lists, and who is in no conversation, like or write. All of it can be had again. */
import { keptProfiles } from './prune.ts'
import type { Session } from './session.ts'

/** Who no longer comes in the swipe game is no list of profiles: without it they would come again. */
const STAYS = 'swiped'

/** @returns how many bytes it had, roughly */
export const forgetFound = (session: Session): Promise<number> =>
  session.write(['profiles', 'searches', 'lists', 'conversations', 'likes', 'outbox'], async (tx) => {
    const kept = await keptProfiles(tx, session.member ?? 0)
    let bytes = 0
    for (const row of await tx.objectStore('profiles').getAll()) {
      if (kept.has(row.id)) continue
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

/** As text; how a browser stores it is its own business. */
export const weightOf = (rows: readonly unknown[]): number =>
  rows.reduce<number>((bytes, row) => bytes + JSON.stringify(row).length, 0)
