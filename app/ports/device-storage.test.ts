import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const persist = vi.fn<() => Promise<boolean>>()
const persisted = vi.fn<() => Promise<boolean>>()
const supports = vi.fn<(property: string) => boolean>()
beforeEach(() => {
  persist.mockReset().mockResolvedValue(true)
  persisted.mockReset().mockResolvedValue(false)
  supports.mockReset().mockReturnValue(false)
  vi.stubGlobal('navigator', { storage: { persist, persisted } })
  vi.stubGlobal('CSS', { supports })
  // Each test is a page of its own.
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const page = () => import('./device-storage.ts')

test('[PWA-13] a browser that decides by itself is asked once a page to keep the data', async () => {
  const { protectQuietly } = await page()
  await protectQuietly()
  await protectQuietly()
  expect(persist).toHaveBeenCalledOnce()
})

test('[PWA-13] a browser that keeps the data already is not asked', async () => {
  persisted.mockResolvedValue(true)
  const { protectQuietly } = await page()
  await protectQuietly()
  expect(persist).not.toHaveBeenCalled()
})

test('[PWA-13] a browser that would ask the member is asked only after a tap, and may refuse', async () => {
  supports.mockImplementation((property) => property === '-moz-appearance')
  persist.mockResolvedValue(false)
  const { protect, protectQuietly } = await page()
  await protectQuietly()
  expect(persist).not.toHaveBeenCalled()
  expect(await protect()).toBe(false)
  expect(persist).toHaveBeenCalledOnce()
})
