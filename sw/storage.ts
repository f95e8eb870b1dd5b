/** Whether this device still has room. Photos make some first; the member hears of it when that did not help [PWA-13]. */
import type { Ports } from './ports.ts'

export type Storage = {
  state: () => 'ok' | 'full'
  /** A write went in, or found no room. */
  report: (state: 'ok' | 'full') => void
}

export const createStorage = (ports: Pick<Ports, 'news'>): Storage => {
  let state: 'ok' | 'full' = 'ok'
  return {
    state: () => state,
    report: (now) => {
      if (now === state) return
      state = now
      ports.news(['device'])
    },
  }
}

export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'
