/**
 * Data that was only looked at: searches, lists, and profiles in no conversation, like or write. All of it can be
 * fetched again.
 */
import { keptProfiles } from './prune.ts'
import type { Session } from './session.ts'

/** This list records swiped profiles. Without it they would return to the swipe game. */
const STAYS = 'swiped'

/** @returns roughly how many bytes were freed */
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

/** Estimates the size by the length of the JSON text; browsers do not reveal the real size. */
export const weightOf = (rows: readonly unknown[]): number =>
  rows.reduce<number>((bytes, row) => bytes + JSON.stringify(row).length, 0)
