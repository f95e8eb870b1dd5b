import { afterEach, expect, test, vi } from 'vitest'
import { beginWorker, listenToWorker, pathAsked, takeoverPause } from './service-worker.ts'

test('[PWA-7] a navigate message of the worker names a path of this app', () => {
  expect(pathAsked({ type: 'navigate', path: '/chats/1-2' })).toBe('/chats/1-2')
})

test.each([
  null,
  'navigate',
  {},
  { type: 'navigate' },
  { type: 'navigate', path: 7 },
  { type: 'navigate', path: 'https://elsewhere.test/' },
  { type: 'navigate', path: '//elsewhere.test/' },
  { type: 'navigate', path: '/\\elsewhere.test/' },
  { type: 'else', path: '/' },
])('%j names no path', (message) => expect(pathAsked(message)).toBeNull())

const settles = async (work: Promise<void> | null): Promise<string> => {
  let state = 'pending'
  void work?.then(() => (state = 'settled'))
  await Promise.resolve()
  await Promise.resolve()
  return work ? state : 'none'
}

const begin = () => {
  const container = Object.assign(new EventTarget(), { controller: {}, startMessages: () => {} })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.useFakeTimers()
  listenToWorker(() => {})
  const answered = vi.fn<() => void>()
  const tell = (): void =>
    void container.dispatchEvent(
      Object.assign(new Event('message'), { data: { type: 'TAKING_OVER' }, ports: [{ postMessage: answered }] }),
    )
  return { container, answered, tell }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[PWA-10] a page answers the takeover message, and pauses its calls until the new worker controls it', async () => {
  const { container, answered, tell } = begin()
  expect(takeoverPause()).toBeNull()
  tell()
  expect(answered).toHaveBeenCalledOnce()
  const paused = takeoverPause()
  expect(await settles(paused)).toBe('pending')
  container.dispatchEvent(new Event('controllerchange'))
  expect(await settles(paused)).toBe('settled')
  expect(takeoverPause()).toBeNull()
})

test('[PWA-10] a takeover that does not happen pauses calls for five seconds at most', async () => {
  const { tell } = begin()
  tell()
  const paused = takeoverPause()
  vi.advanceTimersByTime(4_999)
  expect(await settles(paused)).toBe('pending')
  vi.advanceTimersByTime(1)
  expect(await settles(paused)).toBe('settled')
  expect(takeoverPause()).toBeNull()
})

/** A page without a worker; `isFirefox`: in a browser that blocks prefetches by `default-src`. */
const firstVisit = ({ isFirefox }: { isFirefox: boolean }) => {
  const links: unknown[] = []
  const register = vi.fn<(address: string) => Promise<undefined>>(async () => undefined)
  const container = { controller: null as object | null, register }
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', { href: 'https://visavis.test/' })
  vi.stubGlobal('document', { createElement: () => ({}), head: { append: (link: unknown) => links.push(link) } })
  vi.stubGlobal('CSS', { supports: (property: string) => isFirefox && property === '-moz-appearance' })
  return { links, register, container }
}

test('[PWA-1] with its first worker the page prefetches what that installs; once a worker controls it, nothing', () => {
  const { links, register, container } = firstVisit({ isFirefox: false })
  beginWorker(['/assets/one.js', '/assets/two.css'])
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js')
  expect(links).toEqual([
    { rel: 'prefetch', href: '/assets/one.js' },
    { rel: 'prefetch', href: '/assets/two.css' },
  ])
  container.controller = {}
  beginWorker(['/assets/one.js'])
  expect(register).toHaveBeenCalledOnce()
  expect(links).toHaveLength(2)
})

test('[PWA-1][SAFE-5] Firefox, which would block them by the policy, gets no prefetches', () => {
  const { links, register } = firstVisit({ isFirefox: true })
  beginWorker(['/assets/one.js'])
  expect(register).toHaveBeenCalledOnce()
  expect(links).toEqual([])
})
