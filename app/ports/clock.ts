/** The only place of the app that reads the clock and makes ids. */
import { uuidv7 } from '#contract/rules/uuid.ts'

export const now = (): number => Date.now()

/** A new id for something this device makes. */
export const newId = (): string => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10)))

/** Runs something later; gives the function that stops it. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Until the work has ended, well or not, but no longer than this. */
export const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.catch(() => {}),
    new Promise<void>((resolve) => {
      after(ms, resolve)
    }),
  ])
