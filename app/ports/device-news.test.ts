import { beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/device.ts'
import { openNews, type NewsChannel } from './device-news.ts'

let open: FakeChannel[] = []
/** The browser's own, of all pages here. */
let page = new EventTarget()

/** Delivers at once, to all but the one that tells. */
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
  tab.hear((topics) => heard.push(topics))
  return heard
}

test('[PWA-4] what became stale before anyone heard of it is heard once someone does', () => {
  const tab = openNews()
  const worker = openNews()
  worker.tell(['user'])
  worker.tell(['user', 'messages:1-2'])
  const heard = heardBy(tab)
  expect(heard).toEqual([['user', 'messages:1-2']])
  worker.tell(['likes'])
  expect(heard).toEqual([['user', 'messages:1-2'], ['likes']])
})

test('a tab does not hear itself, nor what is no news', () => {
  const tab = openNews()
  tab.tell(['user'])
  new FakeChannel().say({ topics: ['something'] })
  const heard = heardBy(tab)
  new FakeChannel().say('user')
  tab.tell(['user'])
  expect(heard).toEqual([])
})

test('[PWA-12] nobody talks to a page in the back-forward cache; back from there it listens again', () => {
  const tab = openNews()
  const heard = heardBy(tab)
  page.dispatchEvent(new Event('pagehide'))
  // The browser would throw the page away.
  expect(open).toEqual([])
  tab.tell(['user'])
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
