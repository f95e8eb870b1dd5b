/**
 * A channel between the tabs of a browser, and the worker. It is closed while this page lies in the back-forward cache: of
 * a page to which a message comes there, the browser keeps nothing. What was said meanwhile, `restored` makes up for.
 */
export type TabsChannel = { post: (message: unknown) => void }

/** @returns null where the browser has none */
export const openTabsChannel = (name: string, hear: (message: unknown) => void): TabsChannel | null => {
  if (!('BroadcastChannel' in globalThis)) return null
  let channel: BroadcastChannel | undefined
  const open = (): void => {
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data))
  }
  open()
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
