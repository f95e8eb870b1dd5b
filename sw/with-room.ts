/** On a full disk photos make room, once: what a member wrote or chose goes before everything that can be had again [PWA-13]. */
import type { Device } from './device.ts'
import { ignored } from './ignored.ts'
import { isFull } from './storage.ts'
import { SessionOver, type Session } from './store/session.ts'

export const withRoom = async <Result>(
  { photos, storage }: Pick<Device, 'photos' | 'storage'>,
  session: Session,
  write: () => Promise<Result>,
): Promise<Result> => {
  const written = await write().catch(async (error: unknown) => {
    if (error instanceof SessionOver) throw error
    await ignored(photos.makeRoom(session))
    return write().catch((still: unknown) => {
      if (isFull(still)) storage.report('full')
      throw still
    })
  })
  storage.report('ok')
  return written
}
