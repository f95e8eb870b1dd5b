import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './worker-registration.ts'

type Container = EventTarget & { controller: object | null; register: () => Promise<unknown> }

class FakeWorker extends EventTarget {
  readonly scriptURL = 'https://visavis.test/sw.js'
  state = 'installing'
  readonly posted: unknown[] = []
  postMessage = (message: unknown): void => void this.posted.push(message)
}

type Before = { active?: FakeWorker | null; controlled?: boolean }

/** A browser with a registration; `comes` is another build that is found and installed. */
const browser = ({ active = null, controlled = active !== null }: Before = {}) => {
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
  // Workbox waits a moment with words of its own, which nobody here listens to.
  vi.stubGlobal('self', { setTimeout: () => 0 })
  const heard = { waits: vi.fn<() => void>(), tookOver: vi.fn<() => void>() }
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
  return { registration, container, heard, updated, find, install, activate }
}

afterEach(() => vi.unstubAllGlobals())

test('[PWA-10] the very first worker is no new version', async () => {
  const { heard, find, install, activate } = browser()
  await registerWorker(heard)
  install(find())
  activate()
  expect(heard.waits).not.toHaveBeenCalled()
  expect(heard.tookOver).not.toHaveBeenCalled()
})

test('[PWA-10] one that waited before the page came is heard of, and each that comes later', async () => {
  const { registration, heard, find, install, activate } = browser({ active: new FakeWorker() })
  registration.waiting = new FakeWorker()
  await registerWorker(heard)
  expect(heard.waits).toHaveBeenCalledTimes(1)
  for (const times of [2, 3, 4]) {
    activate()
    install(find())
    expect(heard.waits).toHaveBeenCalledTimes(times)
  }
  expect(heard.tookOver).toHaveBeenCalledTimes(3)
})

test('[PWA-10] one that is being installed while the page comes is heard of when it is whole', async () => {
  const { registration, heard, install } = browser({ active: new FakeWorker() })
  const coming = new FakeWorker()
  registration.installing = coming
  await registerWorker(heard)
  expect(heard.waits).not.toHaveBeenCalled()
  install(coming)
  expect(heard.waits).toHaveBeenCalledOnce()
})

test('[PWA-10] a page that was loaded past the worker hears, too, that another took over', async () => {
  const { registration, heard, activate } = browser({ active: new FakeWorker(), controlled: false })
  registration.waiting = new FakeWorker()
  await registerWorker(heard)
  activate()
  expect(heard.tookOver).toHaveBeenCalledOnce()
})

test('[PWA-10] the one that waits is told whether somebody has asked; where none waits, nobody', async () => {
  const { registration, heard, activate } = browser({ active: new FakeWorker() })
  const waiting = new FakeWorker()
  registration.waiting = waiting
  const worker = await registerWorker(heard)
  expect([worker?.letIn(true), worker?.letIn(false)]).toEqual([true, true])
  expect(waiting.posted).toEqual([
    { type: 'SKIP_WAITING', unasked: true },
    { type: 'SKIP_WAITING', unasked: false },
  ])
  activate()
  expect(worker?.letIn(false)).toBe(false)
})

test('[PWA-10] looking for a newer one waits until it is whole, and gives up quietly without a network', async () => {
  const { heard, updated, find, install } = browser({ active: new FakeWorker() })
  const worker = await registerWorker(heard)
  updated.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await worker?.look()
  let coming: FakeWorker | undefined
  updated.mockImplementationOnce(async () => {
    coming = find()
  })
  const looked = worker?.look()
  const over = vi.fn<() => void>()
  void looked?.then(over)
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).not.toHaveBeenCalled()
  if (coming) install(coming)
  await looked
  expect(heard.waits).toHaveBeenCalledOnce()
})

test('[PWA-10] a browser without workers, or one that refuses, has none', async () => {
  const heard = { waits: () => {}, tookOver: () => {} }
  const { container } = browser()
  container.register = () => Promise.reject(new Error('SecurityError'))
  expect(await registerWorker(heard)).toBeNull()
  vi.stubGlobal('navigator', {})
  expect(await registerWorker(heard)).toBeNull()
})
