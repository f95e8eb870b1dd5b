import { beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/device.ts'
import { openNews, type NewsChannel } from './device-news.ts'

let open: FakeChannel[] = []

/** Delivers at once, to all but the one that tells. */
class FakeChannel extends EventTarget {
  constructor() {
    super()
    open.push(this)
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
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  return () => vi.unstubAllGlobals()
})

const heardBy = (tab: NewsChannel): (readonly Topic[])[] => {
  const heard: (readonly Topic[])[] = []
  tab.hear((topics) => heard.push(topics))
  return heard
}

test('[PWA-4] what became stale before anyone heard of it is heard once someone does', () => {
  const page = openNews()
  const worker = openNews()
  worker.tell(['user'])
  worker.tell(['user', 'messages:1-2'])
  const heard = heardBy(page)
  expect(heard).toEqual([['user', 'messages:1-2']])
  worker.tell(['likes'])
  expect(heard).toEqual([['user', 'messages:1-2'], ['likes']])
})

test('a tab does not hear itself, nor what is no news', () => {
  const page = openNews()
  page.tell(['user'])
  new FakeChannel().say({ topics: ['something'] })
  const heard = heardBy(page)
  new FakeChannel().say('user')
  page.tell(['user'])
  expect(heard).toEqual([])
})
