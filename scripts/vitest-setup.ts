/** Before each test file: an unexpected console.error fails the test that caused it, and no stub outlives its file. */
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
})

// Test files of one worker process may share its globals.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
