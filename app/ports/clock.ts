/** The only place of the app that reads the clock. */

export const now = (): number => Date.now()

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
