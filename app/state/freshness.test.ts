import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Topic } from '#contract/device.ts'
import type { StreamEvent } from '#contract/events.ts'
import { watchPage } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { aUser } from '../testing/factories.ts'
import { startFreshness, startRefreshing, refreshDelay } from './freshness.ts'
import { retainResource, putAnswer } from './resource.ts'

/** A fake browser: the events of the page, and its event streams. */
const page = new EventTarget()
const screen = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  cookie: 'locale=it',
  querySelector: () => null,
})
const streams: FakeStream[] = []
let asked: string[] = []
const bodies: unknown[] = []

class FakeStream extends EventTarget {
  isOpen = true
  constructor() {
    super()
    streams.push(this)
  }
  close(): void {
    this.isOpen = false
  }
}

const counts = { unread_messages: 0, new_likes: 0 }
const me = { user: aUser({ id: 1 }), counts }
const nobody = { user: null, counts: null }
/** The session that the server answers. */
let serverSession: typeof me | typeof nobody = me
/** Whether the worker reaches the server. */
let reach: 'online' | 'offline' = 'online'
/** The device's state as the worker answers it. */
const device = { connection: 'online' as const, storage: 'ok' as const, push: false, waiting: 0, failed: [] }

vi.stubGlobal('window', page)
vi.stubGlobal('document', screen)
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('EventSource', FakeStream)
vi.stubGlobal('BroadcastChannel', EventTarget)
vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
  asked.push(url.replace('/api/', ''))
  if (typeof body === 'string') bodies.push(JSON.parse(body))
  if (url.endsWith('/device')) return Response.json({ ...device, connection: reach })
  if (url.endsWith('/decisions') && reach === 'offline')
    return Response.json({ error: 'network_unavailable' }, { status: 503 })
  return Response.json(url.endsWith('/user') ? serverSession : { chats: [], counts })
})
watchPage()
const post = vi.fn<(topics: readonly Topic[]) => void>()
/** Delivers news of another tab or of the worker. */
let hearNews: (topics: readonly Topic[]) => void = () => {}
startFreshness({ post, listen: (listener) => (hearNews = listener) })
retainResource('user.get', {})
const release = retainResource('chats.get', { query: {} })

beforeEach(async () => {
  serverSession = me
  putAnswer('user.get', {}, me)
  // Wait until the requests of the start have ended.
  await settled()
  asked = []
})
afterEach(() => {
  controlled.value = false
})

const settled = () => new Promise((resolve) => setTimeout(resolve))
/** Delivers an event on the stream. */
const deliver = (event: StreamEvent) =>
  streams.find(({ isOpen }) => isOpen)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
const open = () => streams.filter(({ isOpen }) => isOpen).length
const show = (visibilityState: 'visible' | 'hidden') => {
  Object.assign(screen, { visibilityState })
  screen.dispatchEvent(new Event('visibilitychange'))
}
// A hidden page ends its timers, which would outlive this file in its thread.
afterAll(() => show('hidden'))
const pageShow = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

/** Changes the member. @returns the requests that follow */
const become = async (part: Partial<typeof me.user>): Promise<string[]> => {
  putAnswer('user.get', {}, { user: { ...me.user, ...part }, counts })
  await settled()
  return asked.splice(0)
}

test('[PAY-3] a profile on the screen is fetched again when Premium begins or ends, and at no other change', async () => {
  const leave = retainResource('members.get', { params: { id: '7' } })
  await become({ paid_user: false })
  expect(await become({ credits: 4 })).toEqual([])
  expect(await become({ paid_user: true })).toEqual(['members/7'])
  expect(await become({ paid_user: false })).toEqual(['members/7'])
  leave()
})

test('[PWA-11] a page restored from the back-forward cache asks for the session, then for everything it shows', async () => {
  pageShow(false)
  await settled()
  expect(asked).toEqual([])
  pageShow(true)
  await expect.poll(() => asked).toContain('chats')
  expect(asked[0]).toBe('user')
  expect(asked.filter((call) => call === 'user')).toHaveLength(1)
})

test('[PWA-11] a restored page shows nothing of a member who has logged out meanwhile', async () => {
  serverSession = nobody
  expect(open()).toBe(1)
  pageShow(true)
  await expect.poll(open).toBe(0)
})

test('[CHAT-14][PWA-12] a hidden page closes its event stream; shown again, it opens the stream and asks for what it missed', async () => {
  expect(open()).toBe(1)
  show('hidden')
  await expect.poll(open).toBe(0)
  expect(asked).toEqual([])
  // The browser sends this when it thaws the page. A hidden page stays quiet.
  screen.dispatchEvent(new Event('resume'))
  await settled()
  expect(asked).toEqual([])
  show('visible')
  await expect.poll(open).toBe(1)
  await expect.poll(() => asked).toContain('chats')
})

test('[SHELL-20] an answer that the screen lacks without a network is asked for as soon as the network is back', async () => {
  Object.assign(navigator, { onLine: false })
  page.dispatchEvent(new Event('offline'))
  reach = 'offline'
  const leave = retainResource('decisions.list', {})
  await settled()
  asked = []
  reach = 'online'
  Object.assign(navigator, { onLine: true })
  page.dispatchEvent(new Event('online'))
  await settled()
  leave()
  expect(asked).toContain('decisions')
})

test('[PWA-12] the event stream opens within seconds after the network is back, however long it was away', async () => {
  vi.useFakeTimers()
  try {
    const before = streams.length
    for (let failure = 0; failure < 10; failure += 1) {
      streams.at(-1)?.dispatchEvent(new Event('error'))
      await vi.advanceTimersByTimeAsync(failure < 9 ? 400_000 : 0)
    }
    const failed = streams.length
    expect(failed).toBeGreaterThan(before)
    Object.assign(navigator, { onLine: false })
    page.dispatchEvent(new Event('offline'))
    Object.assign(navigator, { onLine: true })
    page.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(streams).toHaveLength(failed + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('[PWA-12] a page that is shown again asks the worker for changes that the device has not received', async () => {
  controlled.value = true
  await settled()
  asked = []
  show('hidden')
  show('visible')
  await expect.poll(() => asked).toContain('device/sync')
})

test('[PWA-12] a worker that takes control of a page is asked for the changes that it may have missed', async () => {
  controlled.value = true
  await expect.poll(() => asked).toContain('device/sync')
  // Before that it learns who is logged in: it may have asked before the login.
  expect(asked.indexOf('user')).toBeGreaterThan(-1)
  expect(asked.indexOf('user')).toBeLessThan(asked.indexOf('device/sync'))
})

test('[CHAT-14] a stream that opens again makes the page ask for what it missed; the first one does not', async () => {
  show('hidden')
  show('visible')
  await expect.poll(open).toBe(1)
  await settled()
  asked = []
  const stream = streams.find(({ isOpen }) => isOpen)
  stream?.dispatchEvent(new Event('open'))
  await settled()
  expect(asked).toEqual([])
  stream?.dispatchEvent(new Event('open'))
  await expect.poll(() => asked).toContain('chats')
})

test('[CHAT-14] the page passes the changes of the stream to the worker, in their order', async () => {
  controlled.value = true
  await settled()
  asked = []
  bodies.length = 0
  const news = [4, 5].map((after) => ({ member: 1, after, answer: { seq: after + 1 } }))
  for (const one of news) deliver({ type: 'change', seq: one.after + 1, news: one })
  await expect.poll(() => asked).toEqual(['device/sync', 'device/sync'])
  expect(bodies).toEqual(news.map((one) => ({ news: one })))
})

test('[CHAT-14] a page without a worker asks the server again for what it shows', async () => {
  deliver({ type: 'change', seq: 5, news: { member: 1, after: 4, answer: {} } })
  await expect.poll(() => asked).toContain('chats')
  expect(asked).not.toContain('device/sync')
})

test('[PWA-12] news of the worker or another tab make the page ask again for what it shows, and for nothing else', async () => {
  hearNews(['reports'])
  await settled()
  expect(asked).toEqual([])
  hearNews(['chats'])
  await expect.poll(() => asked).toEqual(['chats'])
})

test('[PWA-11] news of another session make the page ask for the session first', async () => {
  hearNews(['session'])
  await expect.poll(() => asked).toContain('chats')
  expect(asked[0]).toBe('user')
})

test('[PWA-4] a page also asks for changes when the network returns', async () => {
  Object.assign(navigator, { onLine: false })
  page.dispatchEvent(new Event('offline'))
  await settled()
  expect(asked).toEqual([])
  Object.assign(navigator, { onLine: true })
  page.dispatchEvent(new Event('online'))
  await expect.poll(() => asked).toContain('chats')
  release()
})

test('[PWA-2] [PWA-4] if the network does not work yet when it returns, the page asks again after seconds, until the worker reaches the server', async () => {
  vi.useFakeTimers()
  try {
    controlled.value = true
    reach = 'offline'
    for (const onLine of [false, true]) {
      Object.assign(navigator, { onLine })
      page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
      await vi.advanceTimersByTimeAsync(0)
    }
    const asks = () => asked.filter((call) => call === 'device/sync').length
    asked = []
    await vi.advanceTimersByTimeAsync(9_000)
    expect(asks()).toBeGreaterThan(2)
    reach = 'online'
    hearNews(['device'])
    await vi.advanceTimersByTimeAsync(0)
    asked = []
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asks()).toBe(0)
  } finally {
    reach = 'online'
    vi.useRealTimers()
  }
})

test('[PWA-2] while writes wait, a visible page keeps the worker awake and asks the server nothing', async () => {
  vi.useFakeTimers()
  controlled.value = true
  putAnswer('device.state', {}, { ...device, waiting: 1 })
  await vi.advanceTimersByTimeAsync(0)
  putAnswer('device.state', {}, { ...device, waiting: 1 })
  asked = []
  await vi.advanceTimersByTimeAsync(3_100)
  expect(asked).toEqual(['device'])
  // Now no writes wait.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['device'])
  vi.useRealTimers()
})

test('[PWA-2] while writes wait certainly without a network, the page lets the worker sleep', async () => {
  vi.useFakeTimers()
  controlled.value = true
  Object.assign(navigator, { onLine: false })
  page.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  putAnswer('device.state', {}, { ...device, waiting: 1 })
  asked = []
  await vi.advanceTimersByTimeAsync(3_100)
  expect(asked).toEqual([])
  Object.assign(navigator, { onLine: true })
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toContain('device/sync')
  vi.useRealTimers()
})

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

/** A timer that the test fires by hand. */
const stage = (pushSubscribed: boolean, refresh = vi.fn(async () => {})) => {
  let timer: { ms: number; run: () => void } | null = null
  const pauses: number[] = []
  const stop = startRefreshing({
    after: (ms, run) => {
      timer = { ms, run }
      pauses.push(ms)
      return () => {
        timer = null
      }
    },
    isPushSubscribed: async () => pushSubscribed,
    refresh,
  })
  const ring = async (): Promise<void> => {
    await settle()
    timer?.run()
    await settle()
  }
  return { pauses, refresh, stop, ring, isWaiting: () => timer !== null }
}

test('[PWA-4] the first refresh runs after 5 s, the next ones every 60 s', async () => {
  const { pauses, refresh, ring } = stage(false)
  await ring()
  await ring()
  expect(pauses).toEqual([5_000, 60_000, 60_000])
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('[PWA-4] with push on, a refresh runs every 300 s', async () => {
  const { pauses, ring } = stage(true)
  await ring()
  await ring()
  expect(pauses).toEqual([5_000, 300_000, 300_000])
})

test('[PWA-4] a failed refresh does not stop the timer', async () => {
  const failing = vi.fn(async () => {
    throw new Error('no network')
  })
  const { pauses, ring } = stage(false, failing)
  await ring()
  await ring()
  expect(pauses).toHaveLength(3)
})

test('[PWA-4] the timer can be stopped at once, also during a refresh', async () => {
  const { stop, isWaiting, pauses } = stage(false)
  stop()
  await settle()
  expect(isWaiting()).toBe(false)
  const late = stage(false)
  await late.ring()
  late.stop()
  await settle()
  expect(late.isWaiting()).toBe(false)
  expect(pauses.length).toBeLessThanOrEqual(1)
})

test('[PWA-4] the app refreshes after 5 s, then every 60 s, or every 300 s with push', () => {
  expect([refreshDelay(0, false), refreshDelay(0, true), refreshDelay(1, false), refreshDelay(9, true)]).toEqual([
    5_000, 5_000, 60_000, 300_000,
  ])
})
