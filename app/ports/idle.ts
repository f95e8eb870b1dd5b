/** Tasks for idle moments, and whether the connection allows a prefetch. */

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
