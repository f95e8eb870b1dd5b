import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onLine } from '../ports/page.ts'
import { unlessAway } from './late.tsx'

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
  unlessAway(coming).then(
    (part) => outcome.push(part),
    (error: unknown) => outcome.push(String(error)),
  )
  return outcome
}

test('[SHELL-16][PWA-1] a module is waited for while there is a network, and five seconds longer without one', async () => {
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
