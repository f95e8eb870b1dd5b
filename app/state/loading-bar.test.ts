import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoadingBar } from './loading-bar.ts'

const clock = {
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

beforeEach(() => vi.useFakeTimers())

describe('[SHELL-15] the loading bar', () => {
  test('does not show for a load of less than 200 ms', () => {
    const { percent, begin, end } = createLoadingBar(clock)
    begin()
    vi.advanceTimersByTime(199)
    end()
    vi.advanceTimersByTime(10_000)
    expect(percent.peek()).toBeNull()
  })

  test('runs to 100 % in 5 s, a step every 200 ms, and stays there', () => {
    const { percent, begin } = createLoadingBar(clock)
    const steps: (number | null)[] = []
    percent.subscribe((value) => steps.push(value))
    begin()
    vi.advanceTimersByTime(4_999)
    expect(steps).toEqual([null, ...Array.from({ length: 24 }, (_, at) => 4 * (at + 1))])
    vi.advanceTimersByTime(1)
    expect(percent.peek()).toBe(100)
    vi.advanceTimersByTime(60_000)
    expect(percent.peek()).toBe(100)
  })

  test('is at 100 % when everything has loaded, and hides 500 ms later', () => {
    const { percent, begin, end } = createLoadingBar(clock)
    begin()
    begin()
    vi.advanceTimersByTime(600)
    end()
    expect(percent.peek()).toBe(12)
    end()
    expect(percent.peek()).toBe(100)
    vi.advanceTimersByTime(499)
    expect(percent.peek()).toBe(100)
    vi.advanceTimersByTime(1)
    expect(percent.peek()).toBeNull()
  })

  test('[SHELL-19] continues if one skeleton makes room for the next, so that a screen reader says it once', () => {
    const { percent, begin, end } = createLoadingBar(clock)
    begin()
    vi.advanceTimersByTime(1_000)
    end()
    begin()
    expect(percent.peek()).toBe(20)
    vi.advanceTimersByTime(400)
    expect(percent.peek()).toBe(28)
    end()
    vi.advanceTimersByTime(500)
    expect(percent.peek()).toBeNull()
  })

  test('restarts for the next load', () => {
    const { percent, begin, end } = createLoadingBar(clock)
    begin()
    vi.advanceTimersByTime(1_000)
    end()
    vi.advanceTimersByTime(500)
    begin()
    expect(percent.peek()).toBeNull()
    vi.advanceTimersByTime(400)
    expect(percent.peek()).toBe(8)
  })
})
