/** News between the worker and every tab: which parts changed, never contents. */
import * as v from 'valibot'
import { DEVICE_CHANNEL, DeviceNews, type Topic } from '#contract/device.ts'
import { workers } from './service-worker.ts'

type Hear = (topics: readonly Topic[]) => void

export type NewsChannel = {
  tell: (topics: readonly Topic[]) => void
  /** For what others tell, never for what this tab tells: first all they told before there was anyone to hear it. */
  hear: (listener: Hear) => void
  close: () => void
}

/**
 * To be opened before the page asks its first question. An answer from the device is often followed by news of what is
 * newer; who misses them shows the old answer until the next change.
 */
export const openNews = (): NewsChannel => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(DEVICE_CHANNEL) : null
  // Without one the worker tells each page, and tabs cannot tell each other.
  const source: EventTarget | undefined = channel ?? workers()
  const missed = new Set<Topic>()
  let heard: Hear = (topics) => topics.forEach((topic) => missed.add(topic))
  source?.addEventListener('message', (event) => {
    const news = v.safeParse(DeviceNews, (event as MessageEvent<unknown>).data)
    if (news.success) heard(news.output.topics)
  })
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window: it has no origin to name
    tell: (topics) => channel?.postMessage({ topics: [...topics] } satisfies DeviceNews),
    hear: (listener) => {
      heard = listener
      if (missed.size > 0) listener([...missed])
      missed.clear()
    },
    close: () => channel?.close(),
  }
}
