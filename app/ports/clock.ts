/** The only code of the app that reads the clock. */

export const now = (): number => Date.now()

/** Runs a function after a delay. @returns the function that cancels it */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Waits until the work has ended, resolved or rejected, but at most this long. */
export const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.catch(() => {}),
    new Promise<void>((resolve) => {
      after(ms, resolve)
    }),
  ])
