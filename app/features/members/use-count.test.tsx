// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onLine } from '../../ports/page.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens } from '../../testing/screen-page.tsx'
import { EVERYONE, type SearchFilter } from './filter.ts'
import { countText, usePeopleCount } from './use-count.ts'

setUpScreens()

const FOUND = { count: 47, more: false }
const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const counting = (first: SearchFilter | null = EVERYONE) =>
  renderHook(({ filter }) => usePeopleCount(filter), { initialProps: { filter: first } })

beforeEach(() => {
  vi.useFakeTimers()
  enterAs(aUser())
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[FIND-1] the number of people that a filter finds', () => {
  test('is asked for once the member’s thumb rests', async () => {
    const asked = answerCalls({ 'members.count': FOUND })
    const { result, rerender } = counting()
    await rest(299)
    rerender({ filter: { ...EVERYONE, min_age: 30 } })
    await rest(299)
    expect([asked, result.current]).toEqual([[], null])
    await rest(1)
    expect(asked.map(({ query }) => query)).toEqual([expect.stringContaining('min_age=30')])
    expect(result.current).toEqual(FOUND)
  })

  test('is not shown for another filter than it was counted for', async () => {
    answerCalls({ 'members.count': FOUND })
    const { result, rerender } = counting()
    await rest(300)
    expect(result.current).toEqual(FOUND)
    rerender({ filter: { ...EVERYONE, min_age: 30 } })
    expect(result.current).toBeNull()
  })

  test.each([
    ['a visitor', () => enterAs(null), EVERYONE],
    ['a member without a network', () => void (onLine.value = false), EVERYONE],
    ['an unfinished filter', () => {}, null],
  ])('is not asked for %s', async (_, prepare, filter) => {
    prepare()
    const asked = answerCalls({ 'members.count': FOUND })
    const { result } = counting(filter)
    await rest(300)
    expect([asked, result.current]).toEqual([[], null])
  })

  test('is not shown after a failure', async () => {
    answerCalls({ 'members.count': 'server_error' })
    const { result } = counting()
    await rest(300)
    expect(result.current).toBeNull()
  })

  test('says when there are more than it counts', () => {
    expect(countText(FOUND)).toBe('47 people')
    expect(countText({ count: 500, more: true })).toBe('More than 500 people')
  })
})
