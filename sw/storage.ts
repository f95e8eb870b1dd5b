/**
 * Tracks whether this device has space. A write that fails for lack of space is retried after each step that frees
 * some. If all steps fail, the member is informed [PWA-13].
 */
import { ignored } from './ignored.ts'
import type { Ports } from './ports.ts'
import type { WithRoom, DeviceSession } from './store/session.ts'
import { dropEarlierPhotos, dropPhotos, emptyPhotos, olderPhotos, forgetAllPhotos } from './photos/budget.ts'
import { forgetFound } from './store/prune.ts'

export type Storage = {
  state: () => 'ok' | 'full'
  /** Frees space and retries while the write fails for lack of it. */
  withRoom: WithRoom
  /** Records that a write of that kind succeeded or found no space. */
  report: (what: string, state: 'ok' | 'full') => void
  /** The member has freed space. */
  emptied: () => void
}

export const createStorage = (ports: Pick<Ports, 'news' | 'caches'>): Storage => {
  const full = new Set<string>()

  const change = (act: () => void): void => {
    const before = full.size > 0
    act()
    if (full.size > 0 !== before) ports.news(['device'])
  }

  const report = (what: string, state: 'ok' | 'full'): void =>
    change(() => void (state === 'full' ? full.add(what) : full.delete(what)))

  return {
    state: () => (full.size > 0 ? 'full' : 'ok'),
    report,
    emptied: () => change(() => full.clear()),
    withRoom: async (session, what, write) => {
      const steps = freeSpaceSteps(ports, session)
      for (;;) {
        try {
          const written = await write()
          report(what, 'ok')
          return written
        } catch (error) {
          const makeRoom = isFull(error) ? steps.shift() : undefined
          if (!makeRoom) {
            if (isFull(error)) report(what, 'full')
            throw error
          }
          await ignored(makeRoom())
        }
      }
    },
  }
}

export const isFull = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Ignores a lack of space: data that cannot be cached is still shown. */
export const unlessFull = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isFull(error)) throw error
  }
}

/**
 * Frees space on a full device in steps: the older half of the photos, all photos, then searches and profiles that were
 * only looked at. The member's writes and the data of the feed always stay [PWA-13].
 * @param session a session whose writes do not free space themselves
 */
const freeSpaceSteps = (ports: Pick<Ports, 'caches'>, session: DeviceSession): (() => Promise<unknown>)[] => [
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

/**
 * Stores files of the app. While there is no space, photos make room: those that were stored first, then all. Without these files nothing
 * works offline and no update is installed, while a photo is fetched again [PWA-13]. The rows of the photos stay, because a version that
 * waits must not open the databases.
 */
export const withRoomForFiles = async (
  caches: Pick<CacheStorage, 'open' | 'keys'>,
  store: () => Promise<void>,
): Promise<void> => {
  for (const share of [0.5, 1])
    try {
      return await store()
    } catch (error) {
      if (!isFull(error) || (await dropEarlierPhotos(caches, share)) === 0) throw error
    }
  return store()
}
