/** When the browser has nothing better to do, and whether a guess is worth the member's bytes. */

/** Runs the task when the page is idle; gives what cancels it. */
export const whenIdle = (task: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 300)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}

type Connection = { saveData?: boolean; effectiveType?: string }

/** Not where the member saves data or the connection is slow; a browser that does not say gets the benefit. */
export const mayPrefetch = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}
