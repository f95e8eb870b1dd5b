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

/** False if the member saves data or the connection is slow; true in a browser that does not say. */
export const mayPrefetch = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}
