/**
 * One tab of a browser works for all tabs [PWA-12]: a Web Lock elects it. When that tab closes, freezes or releases the lock, the
 * browser gives the lock to the next one in the queue.
 */

/** The part of `navigator.locks` that this file needs; undefined in browsers without it. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, held: () => Promise<void>) => Promise<unknown>
}

/** Runs `hold` while this tab is the leader; without locks, every tab runs it. Returns the function that leaves. */
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
  // Aborting a waiting request rejects it; this removes it from the queue.
  void locks.request(name, { signal: leaving.signal }, chosen).catch(() => {})
  return () => leaving.abort()
}
