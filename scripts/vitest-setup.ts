/**
 * Before each test file: an unexpected console.error fails the test that caused it, no stub outlives its file, and a page has no network
 * unless the test stubs `fetch`.
 */
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

// A developer's own server on port 3000 would answer.
if (typeof window !== 'undefined')
  globalThis.fetch = () => Promise.reject(new TypeError('A page in a test has no network'))

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
