/** News between the worker and every tab: which parts changed, never contents. */
import * as v from 'valibot'
import { DEVICE_CHANNEL, DeviceNews, type Topic } from '#contract/device.ts'

export type NewsChannel = { tell: (topics: readonly Topic[]) => void; close: () => void }

/** @param hear called for what others told, never for what this tab tells */
export const openNews = (hear: (topics: readonly Topic[]) => void): NewsChannel => {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(DEVICE_CHANNEL)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const news = v.safeParse(DeviceNews, event.data)
    if (news.success) hear(news.output.topics)
  })
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window: it has no origin to name
    tell: (topics) => channel.postMessage({ topics: [...topics] } satisfies DeviceNews),
    close: () => channel.close(),
  }
}
