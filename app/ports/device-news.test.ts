import { beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/device.ts'
import { openNews, type NewsChannel } from './device-news.ts'

let open: FakeChannel[] = []
/** Stands in for `window`, shared by all pages of a test. */
let page = new EventTarget()

/** Delivers a message at once to every channel except the sender's. */
class FakeChannel extends EventTarget {
  constructor() {
    super()
    open.push(this)
  }
  close(): void {
    open = open.filter((one) => one !== this)
  }
  postMessage(data: unknown): void {
    this.say(data)
  }
  say(data: unknown): void {
    for (const other of open) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  open = []
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  return () => vi.unstubAllGlobals()
})

const heardBy = (tab: NewsChannel): (readonly Topic[])[] => {
  const heard: (readonly Topic[])[] = []
  tab.listen((topics) => heard.push(topics))
  return heard
}

test('[PWA-4] topics that became stale before the first subscriber are delivered when it subscribes', () => {
  const tab = openNews()
  const worker = openNews()
  worker.post(['user'])
  worker.post(['user', 'messages:1-2'])
  const heard = heardBy(tab)
  expect(heard).toEqual([['user', 'messages:1-2']])
  worker.post(['likes'])
  expect(heard).toEqual([['user', 'messages:1-2'], ['likes']])
})

test('a tab does not receive its own messages, nor messages that are not news', () => {
  const tab = openNews()
  tab.post(['user'])
  new FakeChannel().say({ topics: ['something'] })
  const heard = heardBy(tab)
  new FakeChannel().say('user')
  tab.post(['user'])
  expect(heard).toEqual([])
})

test('[PWA-12] a page in the back-forward cache has no open channel; restored, it listens again', () => {
  const tab = openNews()
  const heard = heardBy(tab)
  page.dispatchEvent(new Event('pagehide'))
  // An open channel would make the browser evict the page from its cache.
  expect(open).toEqual([])
  tab.post(['user'])
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(open).toHaveLength(1)
  const worker = new FakeChannel()
  worker.say({ topics: ['likes'] })
  expect(heard).toEqual([['likes']])
})

test('a page that is shown for the first time has one channel', () => {
  openNews()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(open).toHaveLength(1)
})
