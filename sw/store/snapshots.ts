/**
 * The markup of screens for the next start of the app. It lies in the member's own database: it goes with all their data
 * at a logout, and nobody else's session can read it [PWA-11], [PWA-17].
 */
import type { SnapshotRow } from './member-db.ts'
import type { MemberSession } from './session.ts'

/** Search, the chat list and the latest conversations. */
const SNAPSHOTS_MAX = 8

export const readSnapshot = (session: MemberSession, path: string): Promise<SnapshotRow | undefined> =>
  session.read(['snapshots'], (tx) => tx.objectStore('snapshots').get(path))

export const readSnapshots = (session: MemberSession): Promise<SnapshotRow[]> =>
  session.read(['snapshots'], (tx) => tx.objectStore('snapshots').getAll())

export const dropSnapshots = async (session: MemberSession, paths: readonly string[]): Promise<void> => {
  if (paths.length === 0) return
  await session.write(['snapshots'], async (tx) => {
    for (const path of paths) await tx.objectStore('snapshots').delete(path)
  })
}

export const writeSnapshot = (session: MemberSession, row: SnapshotRow): Promise<void> =>
  session.write(['snapshots'], async (tx) => {
    const store = tx.objectStore('snapshots')
    await store.put(row)
    const rows = (await store.getAll()).toSorted((one, other) => other.at - one.at)
    for (const { path } of rows.slice(SNAPSHOTS_MAX)) await store.delete(path)
  })
