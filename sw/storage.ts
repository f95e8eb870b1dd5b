/**
 * Tracks whether this device has space. A write that fails for lack of space is retried after each step that frees
 * some. If all steps fail, the member is informed [PWA-13].
 */
import { ignored } from './ignored.ts'
import type { Ports } from './ports.ts'
import { freeSpaceSteps } from './free-space.ts'
import type { WithRoom } from './store/session.ts'

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

export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

/** Ignores a lack of space: data that cannot be cached is still shown. */
export const unlessFull = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isFull(error)) throw error
  }
}
