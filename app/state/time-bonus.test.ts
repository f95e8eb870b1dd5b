import { effect } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockOf } from '#contract/rules/time-bonus.ts'
import { HOUR_MS, TIME_BONUS_MS } from '#contract/limits.ts'
import { visible } from '../ports/page.ts'
import { aUser } from '../testing/factories.ts'
import { putAnswer } from './resource.ts'
import { msUntil, timeBonus, watchClock } from './time-bonus.ts'

const SIGNUP = 1_000_000
const END = SIGNUP + TIME_BONUS_MS
const counts = { unread_messages: 0, new_likes: 0 }
const enter = (change: Parameters<typeof aUser>[0] = {}): void =>
  putAnswer('user.get', {}, { user: aUser({ signup_date: SIGNUP, ...change }), counts })
const leave = (): void => putAnswer('user.get', {}, { user: null, counts: null })

beforeEach(() => {
  vi.useFakeTimers({ now: SIGNUP + 1_500 })
  visible.value = true
  enter()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

/** The texts that a screen with the countdown shows. */
const shown = () => {
  const texts: string[] = []
  const stopWatching = watchClock(END)
  const stopShowing = effect(() => {
    const left = msUntil(timeBonus().ends_at)
    texts.push(left === null ? '' : clockOf(left))
  })
  return {
    texts,
    stop: () => {
      stopWatching()
      stopShowing()
    },
  }
}

test('[PAY-8] counts down on each full second, zero-padded, and is cleared at zero', () => {
  const { texts, stop } = shown()
  vi.advanceTimersByTime(2_500)
  expect(texts).toEqual(['03:59:59', '03:59:58', '03:59:57', '03:59:56'])
  vi.advanceTimersByTime(TIME_BONUS_MS - 4_001)
  expect(texts.at(-1)).toBe('00:00:01')
  vi.advanceTimersByTime(1)
  expect(texts.at(-1)).toBe('')
  expect(timeBonus()).toEqual({ isVisible: false, ends_at: null })
  expect(vi.getTimerCount(), 'nothing ticks on after the end').toBe(0)
  stop()
})

test('[PAY-8] ticks only while a component shows it and the page is visible', () => {
  const { texts, stop } = shown()
  visible.value = false
  const before = texts.length
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(HOUR_MS)
  expect(texts).toHaveLength(before)
  visible.value = true
  expect(texts.at(-1)).toBe('02:59:59')
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('[PAY-8] has ended when the page is shown again after its end', () => {
  const { texts, stop } = shown()
  visible.value = false
  vi.setSystemTime(END + HOUR_MS)
  visible.value = true
  expect(texts.at(-1)).toBe('')
  stop()
})

test('[PAY-8] a payment and a logout clear it at once', () => {
  const { texts, stop } = shown()
  enter({ paid_user: true })
  expect(texts.at(-1)).toBe('')
  enter()
  expect(texts.at(-1)).toBe('03:59:59')
  leave()
  expect(texts.at(-1)).toBe('')
  stop()
})
