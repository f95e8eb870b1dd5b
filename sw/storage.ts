/**
 * Whether this device still has room. A write that finds none has some made, in steps, and is tried again after each; the
 * member hears of it when that did not help [PWA-13].
 */
import { ignored } from './ignored.ts'
import type { Ports } from './ports.ts'
import { roomSteps } from './room.ts'
import type { Session } from './store/session.ts'

export type Storage = {
  state: () => 'ok' | 'full'
  /** @param what names the kind of write: the device is full until one of each kind that found no room has gone in */
  withRoom: <Result>(session: Session, what: string, write: () => Promise<Result>) => Promise<Result>
  /** A write of that kind went in, or found no room. */
  report: (what: string, state: 'ok' | 'full') => void
  /** Room was made by hand. */
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
      const steps = roomSteps(ports, session)
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

/** What was to be kept finds no room: then it is shown and not kept. */
export const unlessFull = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isFull(error)) throw error
  }
}
