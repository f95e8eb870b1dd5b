/**
 * How room is made on a full device, one step after another: the older half of the photos, all photos, then searches and
 * who was only met there. Never what the member wrote, nor what the feed brought [PWA-13].
 */
import { dropPhotos, emptyPhotos, olderPhotos } from './photos/drop.ts'
import { forgetPhotos } from './photos/budget.ts'
import type { Ports } from './ports.ts'
import { forgetFound } from './store/found.ts'
import type { Session } from './store/session.ts'

/** @param session one that makes no room itself */
export const roomSteps = (ports: Pick<Ports, 'caches'>, session: Session): (() => Promise<unknown>)[] => [
  async () => {
    if (session.member !== null) await emptyPhotos(ports, null)
    await dropPhotos(ports, session, await olderPhotos(session))
  },
  () => dropAllPhotos(ports, session),
  () => forgetFound(session),
]

/** @returns how many bytes they had */
export const dropAllPhotos = async (ports: Pick<Ports, 'caches'>, session: Session): Promise<number> => {
  // First what takes the room: where nothing can be written down any more, this still helps.
  for (const member of new Set([session.member, null])) await emptyPhotos(ports, member)
  return forgetPhotos(session)
}
