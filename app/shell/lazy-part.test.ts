import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLeaving } from '../ports/leaving.ts'
import { onLine } from '../ports/page.ts'
import { setReload } from '../ports/service-worker.ts'
import { logCaught } from './error-boundary.tsx'
import { onMissingPart, unlessOffline } from './lazy-part.tsx'
import { NoNetwork } from './missing-part.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  onLine.value = true
})

const never = new Promise<string>(() => {})
const outcomeOf = (coming: Promise<string>): string[] => {
  const outcome: string[] = []
  unlessOffline(coming).then(
    (part) => outcome.push(part),
    (error: unknown) => outcome.push(String(error)),
  )
  return outcome
}

test('[SHELL-16][PWA-1] a module has no timeout online; offline, it fails after five seconds', async () => {
  const outcome = outcomeOf(never)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toEqual([])
  onLine.value = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(outcome).toEqual(['Error: No network'])
  expect(vi.getTimerCount()).toBe(0)
})

test('[SHELL-16] a module that is on the device loads without a network', async () => {
  onLine.value = false
  const outcome = outcomeOf(Promise.resolve('the part'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcome).toEqual(['the part'])
  expect(vi.getTimerCount()).toBe(0)
})

test('[SHELL-5][PWA-1] without a network a missing module is no error to log; any other failure is', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('navigator', { onLine: false })
  const failed = new TypeError('Failed to fetch dynamically imported module')
  const missing = await Promise.reject(failed)
    .catch(onMissingPart)
    .catch((error: unknown) => error)
  expect(missing).toBeInstanceOf(NoNetwork)
  logCaught(missing)
  expect(logged).not.toHaveBeenCalled()
  logCaught(failed)
  expect(logged).toHaveBeenCalledWith(failed)
  logged.mockClear()
  vi.unstubAllGlobals()
})

test('[SHELL-16] a page that is being left is not reloaded; one that stays is reloaded after two seconds', async () => {
  const reload = vi.fn<() => void>()
  setReload(reload)
  const stored = new Map<string, string>()
  const page = new EventTarget()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  watchLeaving()
  page.dispatchEvent(new Event('beforeunload'))
  void onMissingPart(new TypeError('Importing a module script failed.'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reload).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('pageshow'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reload).toHaveBeenCalledOnce()
  expect(stored.size).toBe(1)
  vi.unstubAllGlobals()
})

test.each([
  ['a reload that did not help is not repeated', true, 1],
  ['nothing is reloaded where the reload cannot be stored, which could end in a loop', false, 0],
])('[SHELL-16] %s: the screen says that it failed', async (_, stores, reloads) => {
  const reload = vi.fn<() => void>()
  setReload(reload)
  const stored = new Map<string, string>()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void (stores && stored.set(key, value)),
  })
  const missing = new TypeError('Importing a module script failed.')
  const outcomes: unknown[] = []
  const miss = async (): Promise<void> => {
    void onMissingPart(missing).catch((failure: unknown) => outcomes.push(failure))
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await miss()
  await miss()
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(outcomes).toEqual(Array.from({ length: 2 - reloads }, () => missing))
  vi.unstubAllGlobals()
})
