import { expect, test, vi } from 'vitest'
import { setPeriodicSync } from './periodic-sync.ts'

const stage = (isGranted: boolean) => {
  const sync = { register: vi.fn(async () => {}), unregister: vi.fn(async () => {}) }
  return { sync, ports: { sync: async () => sync, isGranted: async () => isGranted } }
}

const refuse = async (): Promise<never> => {
  throw new Error('not here')
}

test('[PWA-4] with permission, the worker is woken at most every twelve hours while a member is logged in', async () => {
  const { sync, ports } = stage(true)
  await setPeriodicSync(true, ports)
  expect(sync.register).toHaveBeenCalledExactlyOnceWith('refresh', { minInterval: 12 * 3_600_000 })
  await setPeriodicSync(false, ports)
  expect(sync.unregister).toHaveBeenCalledExactlyOnceWith('refresh')
})

test('[PWA-4] without permission, nothing is registered', async () => {
  const { sync, ports } = stage(false)
  await setPeriodicSync(true, ports)
  expect(sync.register).not.toHaveBeenCalled()
})

test.each([
  ['granted', 1],
  ['denied', 0],
])(
  '[PWA-4] with the permission %s of the browser, the page asks to be woken %i times',
  async (state, registrations) => {
    const { sync } = stage(true)
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistration: async () => ({ periodicSync: sync }) },
      permissions: { query: async () => ({ state }) },
    })
    await setPeriodicSync(true)
    vi.unstubAllGlobals()
    expect(sync.register).toHaveBeenCalledTimes(registrations)
  },
)

test('[PWA-4] a browser without periodic sync, or that refuses it, causes no error', async () => {
  for (const isWanted of [true, false]) {
    await expect(setPeriodicSync(isWanted, { sync: async () => undefined, isGranted: refuse })).resolves.toBeUndefined()
    await expect(setPeriodicSync(isWanted, { sync: refuse, isGranted: refuse })).resolves.toBeUndefined()
  }
})
