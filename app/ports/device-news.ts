/** News between the worker and every tab: which parts changed, never contents. */
import { DEVICE_CHANNEL, isDeviceNews, type DeviceNews, type Topic } from '#contract/device.ts'
import { workers } from './service-worker.ts'
import { openTabsChannel } from './tabs.ts'

type NewsListener = (topics: readonly Topic[]) => void

export type NewsChannel = {
  post: (topics: readonly Topic[]) => void
  /**
   * News from other tabs and the worker, never from this tab. The listener first gets the news that arrived before it
   * was set.
   */
  listen: (listener: NewsListener) => void
}

/**
 * Open this before the page's first request. An answer from the device is often followed by news of newer data; a page
 * that misses them shows the old answer until the next change.
 */
export const openNews = (): NewsChannel => {
  const missed = new Set<Topic>()
  let deliver: NewsListener = (topics) => topics.forEach((topic) => missed.add(topic))
  const read = (message: unknown): void => {
    if (isDeviceNews(message)) deliver(message.topics)
  }
  const channel = openTabsChannel(DEVICE_CHANNEL, read)
  // In a browser without broadcast channels, the worker posts the news to each page, and tabs cannot reach each other.
  if (!channel) workers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => read(data))
  return {
    post: (topics) => channel?.post({ topics: [...topics] } satisfies DeviceNews),
    listen: (listener) => {
      deliver = listener
      if (missed.size > 0) listener([...missed])
      missed.clear()
    },
  }
}
