import { expect, test, vi } from 'vitest'
import { showBadge } from './page.ts'

test('[PWA-8] shows the total, and nothing at 0', () => {
  const setAppBadge = vi.fn(async () => {})
  const clearAppBadge = vi.fn(async () => {})
  showBadge(15, { setAppBadge, clearAppBadge })
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(15)
  expect(clearAppBadge).not.toHaveBeenCalled()
  showBadge(0, { setAppBadge, clearAppBadge })
  expect(clearAppBadge).toHaveBeenCalledOnce()
})

const refuse = vi.fn(async (): Promise<void> => {
  throw new Error('not allowed')
})
const fail = vi.fn((): Promise<void> => {
  throw new Error('not now')
})

test('[SHELL-17] a badge that fails, throws or is not there is ignored', async () => {
  expect(() => {
    showBadge(1, { setAppBadge: refuse })
    showBadge(1, { setAppBadge: fail })
    showBadge(0, { clearAppBadge: refuse })
    showBadge(1, {})
  }).not.toThrow()
  // An unhandled rejection would fail the run.
  await Promise.resolve()
  expect(refuse).toHaveBeenCalledTimes(2)
})
