/**
 * Frees space on a full device in steps: the older half of the photos, all photos, then searches and profiles that were
 * only looked at. The member's writes and the data of the feed always stay [PWA-13].
 */
import { dropPhotos, emptyPhotos, olderPhotos } from './photos/drop.ts'
import { forgetAllPhotos } from './photos/budget.ts'
import type { Ports } from './ports.ts'
import { forgetFound } from './store/fetched-data.ts'
import type { DeviceSession } from './store/session.ts'

/** @param session a session whose writes do not free space themselves */
export const freeSpaceSteps = (ports: Pick<Ports, 'caches'>, session: DeviceSession): (() => Promise<unknown>)[] => [
  async () => {
    if (session.member !== null) await emptyPhotos(ports, null)
    await dropPhotos(ports, session, await olderPhotos(session))
  },
  () => dropAllPhotos(ports, session),
  () => forgetFound(session),
]

/** @returns how many bytes were freed */
export const dropAllPhotos = async (ports: Pick<Ports, 'caches'>, session: DeviceSession): Promise<number> => {
  // Delete the photos before their rows: on a full disk the row deletion may fail, and this already helps.
  for (const member of new Set([session.member, null])) await emptyPhotos(ports, member)
  return forgetAllPhotos(session)
}
