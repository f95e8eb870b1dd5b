/** The tabs of a browser: a channel between them, and the election of one that works for all. */

/**
 * A channel between the tabs and the worker. It is closed while the page is in the back-forward cache, since the browser
 * evicts a page that receives a message there. A page that returns refetches what it missed (`restored`).
 */
export type TabsChannel = { post: (message: unknown) => void }

/** @returns null in a browser without broadcast channels, or with blocked site data: Firefox then refuses the channel */
export const openTabsChannel = (name: string, hear: (message: unknown) => void): TabsChannel | null => {
  if (!('BroadcastChannel' in globalThis)) return null
  let channel: BroadcastChannel | undefined
  const open = (): void => {
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data))
  }
  try {
    open()
  } catch {
    return null
  }
  window.addEventListener('pagehide', () => {
    channel?.close()
    channel = undefined
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open()
  })
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window: it has no origin to name
  return { post: (message) => channel?.postMessage(message) }
}

/** The part of `navigator.locks` that this file needs; undefined in browsers without it. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, lead: () => Promise<void>) => Promise<unknown>
}

/**
 * Runs `lead` while this tab works for all tabs [PWA-12]: a Web Lock elects it. When that tab closes, freezes or releases
 * the lock, the browser gives the lock to the next one in the queue. Without locks, every tab runs it.
 * @returns the function that leaves
 */
export const runAsLeader = (
  name: string,
  lead: () => () => void,
  locks: Locks | undefined = 'locks' in navigator ? navigator.locks : undefined,
): (() => void) => {
  if (!locks) return lead()
  const leaving = new AbortController()
  const chosen = async (): Promise<void> => {
    if (leaving.signal.aborted) return
    const release = lead()
    await new Promise((left) => leaving.signal.addEventListener('abort', left, { once: true }))
    release()
  }
  // Aborting a waiting request rejects it; this removes it from the queue.
  void locks.request(name, { signal: leaving.signal }, chosen).catch(() => {})
  return () => leaving.abort()
}
