/** Tasks for idle moments and for the end of a movement between two screens, and whether the connection allows a prefetch. */
import { atMost } from './clock.ts'

/** Runs the task when the page is idle; returns the function that cancels it. */
export const whenIdle = (task: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}

type Connection = { saveData?: boolean; effectiveType?: string }

/** False offline, on a slow connection, and if the member saves data. A browser that reports neither of the last two gets true. */
export const mayPrefetch = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}

/** Tasks wait no longer than this for the end of a movement, even if it does not report that. */
const LONGEST_MS = 1_000

let running = 0
const waiting: (() => void)[] = []

/** @param ended settles when the movement has ended, or was skipped */
export const noteMovement = (ended: Promise<unknown>): void => {
  running += 1
  const end = (): void => {
    running -= 1
    if (running === 0) for (const run of waiting.splice(0)) run()
  }
  void atMost(LONGEST_MS, ended).then(end)
}

/** Runs the task now, or at the end of the movement that is under way: until then the processor belongs to its frames. */
export const afterMovement = (task: () => void): void => {
  if (running === 0) task()
  else waiting.push(task)
}
