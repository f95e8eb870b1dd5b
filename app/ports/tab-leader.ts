/**
 * One tab of a browser does something for all [PWA-12]: a Web Lock elects which. When that tab goes, is frozen or lets go,
 * the browser hands the lock to the next one that waits.
 */

/** What of `navigator.locks` is needed; undefined in browsers without it. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, held: () => Promise<void>) => Promise<unknown>
}

/** Holds while this tab is the one chosen, every tab where none can be; gives the function that leaves. */
export const asLeader = (
  name: string,
  hold: () => () => void,
  locks: Locks | undefined = 'locks' in navigator ? navigator.locks : undefined,
): (() => void) => {
  if (!locks) return hold()
  const leaving = new AbortController()
  const chosen = async (): Promise<void> => {
    if (leaving.signal.aborted) return
    const release = hold()
    await new Promise((left) => leaving.signal.addEventListener('abort', left, { once: true }))
    release()
  }
  // Aborting a request that still waits rejects it; that is how one leaves the queue.
  void locks.request(name, { signal: leaving.signal }, chosen).catch(() => {})
  return () => leaving.abort()
}
