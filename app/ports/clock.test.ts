import { expect, test, vi } from 'vitest'
import { atMost } from './clock.ts'

test('the wait ends with the promise, resolved or rejected, and at the latest at the limit', async () => {
  vi.useFakeTimers()
  const ended: string[] = []
  void atMost(400, Promise.resolve()).then(() => ended.push('well'))
  void atMost(400, Promise.reject(new Error('not here'))).then(() => ended.push('not well'))
  void atMost(400, new Promise(() => {})).then(() => ended.push('late'))
  await vi.advanceTimersByTimeAsync(399)
  expect(ended.toSorted()).toEqual(['not well', 'well'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toContain('late')
  vi.useRealTimers()
})
