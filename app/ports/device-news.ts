/** News between the worker and every tab: which parts changed, never contents. */
import { DEVICE_CHANNEL, isDeviceNews, type DeviceNews, type Topic } from '#contract/device.ts'
import { workers } from './service-worker.ts'
import { openTabsChannel } from './tabs.ts'

type Hear = (topics: readonly Topic[]) => void

export type NewsChannel = {
  tell: (topics: readonly Topic[]) => void
  /** For what others tell, never for what this tab tells: first all they told before there was anyone to hear it. */
  hear: (listener: Hear) => void
}

/**
 * To be opened before the page asks its first question. An answer from the device is often followed by news of what is
 * newer; who misses them shows the old answer until the next change.
 */
export const openNews = (): NewsChannel => {
  const missed = new Set<Topic>()
  let heard: Hear = (topics) => topics.forEach((topic) => missed.add(topic))
  const read = (message: unknown): void => {
    if (isDeviceNews(message)) heard(message.topics)
  }
  const channel = openTabsChannel(DEVICE_CHANNEL, read)
  // Without one the worker tells each page, and tabs cannot tell each other.
  if (!channel) workers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => read(data))
  return {
    tell: (topics) => channel?.post({ topics: [...topics] } satisfies DeviceNews),
    hear: (listener) => {
      heard = listener
      if (missed.size > 0) listener([...missed])
      missed.clear()
    },
  }
}
