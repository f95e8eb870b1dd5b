// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TYPING_MS } from '#contract/events.ts'
import { useTyping } from './use-typing.ts'

const sent = vi.hoisted(() => vi.fn<(profile: number, typing: boolean) => void>())
vi.mock('../../../state/typing.ts', () => ({ sendTyping: sent }))

beforeEach(() => {
  vi.useFakeTimers()
  sent.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('[CHAT-7] typing ends by itself after a pause, and each key begins the pause again', () => {
  const { result } = renderHook(() => useTyping(7))
  result.current.writes()
  vi.advanceTimersByTime(TYPING_MS - 1)
  result.current.writes()
  vi.advanceTimersByTime(TYPING_MS - 1)
  expect(sent.mock.calls).toEqual([
    [7, true],
    [7, true],
  ])
  vi.advanceTimersByTime(1)
  expect(sent.mock.lastCall).toEqual([7, false])
})

test('[CHAT-7] leaving the conversation ends the typing, and a member who has not typed sends nothing', () => {
  renderHook(() => useTyping(7)).unmount()
  expect(sent).not.toHaveBeenCalled()
  const { result, unmount } = renderHook(() => useTyping(7))
  result.current.writes()
  unmount()
  expect(sent.mock.lastCall).toEqual([7, false])
  vi.advanceTimersByTime(2 * TYPING_MS)
  expect(sent).toHaveBeenCalledTimes(2)
})
