import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './worker-registration.ts'

type Container = EventTarget & { controller: object | null; register: () => Promise<unknown> }

class FakeWorker extends EventTarget {
  readonly scriptURL = 'https://visavis.test/sw.js'
  state = 'installing'
  readonly posted: unknown[] = []
  postMessage = (message: unknown): void => void this.posted.push(message)
}

type StartState = { active?: FakeWorker | null; controlled?: boolean }

/** A fake browser with a registration, in which the test finds, installs and activates other builds. */
const browser = ({ active = null, controlled = active !== null }: StartState = {}) => {
  const updated = vi.fn<() => Promise<void>>(async () => {})
  const registration = Object.assign(new EventTarget(), {
    active,
    waiting: null as FakeWorker | null,
    installing: null as FakeWorker | null,
    update: updated,
  })
  const container: Container = Object.assign(new EventTarget(), {
    controller: controlled ? active : null,
    register: async () => registration,
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('location', new URL('https://visavis.test/chats'))
  // Workbox delays its own log messages with a timer; the fake drops them.
  vi.stubGlobal('self', { setTimeout: () => 0 })
  const events = { onWaiting: vi.fn<() => void>(), onTakenOver: vi.fn<() => void>() }
  const find = (): FakeWorker => {
    registration.installing = new FakeWorker()
    registration.dispatchEvent(new Event('updatefound'))
    return registration.installing
  }
  const install = (worker: FakeWorker): void => {
    registration.installing = null
    registration.waiting = worker
    worker.state = 'installed'
    worker.dispatchEvent(new Event('statechange'))
  }
  const activate = (): void => {
    registration.active = registration.waiting
    registration.waiting = null
    container.controller = registration.active
    container.dispatchEvent(new Event('controllerchange'))
  }
  return { registration, container, events, updated, find, install, activate }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[PWA-10] the very first worker is no new version', async () => {
  const { events, find, install, activate } = browser()
  await registerWorker(events)
  install(find())
  activate()
  expect(events.onWaiting).not.toHaveBeenCalled()
  expect(events.onTakenOver).not.toHaveBeenCalled()
})

test('[PWA-10] a version that waited before the page loaded is reported, and so is each later one', async () => {
  const { registration, events, find, install, activate } = browser({ active: new FakeWorker() })
  registration.waiting = new FakeWorker()
  await registerWorker(events)
  expect(events.onWaiting).toHaveBeenCalledTimes(1)
  for (const times of [2, 3, 4]) {
    activate()
    install(find())
    expect(events.onWaiting).toHaveBeenCalledTimes(times)
  }
  expect(events.onTakenOver).toHaveBeenCalledTimes(3)
})

test('[PWA-10] a version that installs while the page loads is reported once it is installed', async () => {
  const { registration, events, install } = browser({ active: new FakeWorker() })
  const coming = new FakeWorker()
  registration.installing = coming
  await registerWorker(events)
  expect(events.onWaiting).not.toHaveBeenCalled()
  install(coming)
  expect(events.onWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] a page loaded without the worker (hard reload) also hears of a takeover', async () => {
  const { registration, events, activate } = browser({ active: new FakeWorker(), controlled: false })
  registration.waiting = new FakeWorker()
  await registerWorker(events)
  activate()
  expect(events.onTakenOver).toHaveBeenCalledOnce()
})

test('[PWA-10] a page whose worker the browser has removed is of no older version, and neither is it when the worker is back', async () => {
  const { container, events, find, install, activate } = browser({ active: new FakeWorker() })
  await registerWorker(events)
  container.controller = null
  container.dispatchEvent(new Event('controllerchange'))
  expect(events.onTakenOver).not.toHaveBeenCalled()
  for (const times of [0, 1]) {
    install(find())
    activate()
    expect(events.onTakenOver).toHaveBeenCalledTimes(times)
  }
})

test('[PWA-10] the waiting worker learns whether the member asked; without one, the request returns false', async () => {
  const { registration, events, activate } = browser({ active: new FakeWorker() })
  const waiting = new FakeWorker()
  registration.waiting = waiting
  const worker = await registerWorker(events)
  expect([worker?.requestTakeover({ unasked: true }), worker?.requestTakeover({ unasked: false })]).toEqual([
    true,
    true,
  ])
  expect(waiting.posted).toEqual([
    { type: 'SKIP_WAITING', unasked: true },
    { type: 'SKIP_WAITING', unasked: false },
  ])
  activate()
  expect(worker?.requestTakeover({ unasked: false })).toBe(false)
})

test('[PWA-10] a check for updates waits until the new version is installed, and fails quietly offline', async () => {
  const { events, updated, find, install } = browser({ active: new FakeWorker() })
  const worker = await registerWorker(events)
  updated.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await worker?.checkForUpdate()
  let coming: FakeWorker | undefined
  updated.mockImplementationOnce(async () => {
    coming = find()
  })
  const looked = worker?.checkForUpdate()
  const over = vi.fn<() => void>()
  void looked?.then(over)
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).not.toHaveBeenCalled()
  if (coming) install(coming)
  await looked
  expect(events.onWaiting).toHaveBeenCalledOnce()
})

test('[PWA-10] without support for workers, or if the browser refuses, there is no registration', async () => {
  const events = { onWaiting: () => {}, onTakenOver: () => {} }
  const { container } = browser()
  container.register = () => Promise.reject(new Error('SecurityError'))
  expect(await registerWorker(events)).toBeNull()
  vi.stubGlobal('navigator', {})
  expect(await registerWorker(events)).toBeNull()
})

test('[PWA-10] a check that the network never answers ends, so that the tap behind it reloads the page', async () => {
  const { events, updated } = browser({ active: new FakeWorker() })
  const worker = await registerWorker(events)
  vi.useFakeTimers()
  updated.mockReturnValue(new Promise(() => {}))
  const checked = vi.fn<() => void>()
  void worker?.checkForUpdate().then(checked)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(checked).toHaveBeenCalledOnce()
})
