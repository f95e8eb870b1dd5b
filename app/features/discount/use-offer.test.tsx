// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { noteServerTime, now } from '../../ports/clock.ts'
import { clearMemberData, putAnswer } from '../../state/resource.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { useOffer } from './use-offer.ts'

const NOW = 1_000_000
const END = NOW + 60_000
const BONUS: ActiveDiscount = {
  discountcode: aDiscountCode(),
  time_bonus: { isVisible: true, ends_at: END },
  price_rises_at: END,
}
const NOTHING: ActiveDiscount = {
  discountcode: null,
  time_bonus: { isVisible: false, ends_at: null },
  price_rises_at: null,
}

const asked: string[] = []
/** The time that the server's answers state; null if they state none. */
let servedAt: number | null = null
let answer = BONUS
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  asked.length = 0
  servedAt = null
  answer = BONUS
  clearMemberData()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(answer, servedAt === null ? {} : { headers: { date: new Date(servedAt).toUTCString() } })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = async () => {
  const shown = renderHook(() => useOffer())
  await act(async () => {})
  return shown
}

test('[PAY-9] a visitor gets the offer of the welcome code', async () => {
  putAnswer('user.get', {}, { user: null, counts: null })
  answer = { ...BONUS, discountcode: { ...aDiscountCode(), code: 'WELCOME' }, price_rises_at: null }
  const { result } = await show()
  expect(asked).toEqual(['/api/discountcode?welcome=true'])
  expect(result.current).toEqual({ kind: 'welcome', value_percentage: 25, rises_at: null })
})

test('[PAY-8] the time bonus ends on the second, and the server is asked once for the next discount', async () => {
  putAnswer('user.get', {}, { user: aUser({ signup_date: NOW - 1_000 }), counts: null })
  const { result } = await show()
  expect(asked).toEqual(['/api/discountcode'])
  expect(result.current).toEqual({ kind: 'time_bonus', value_percentage: 25, rises_at: END })
  await act(() => vi.advanceTimersByTimeAsync(59_999))
  expect(result.current).not.toBeNull()
  expect(asked).toHaveLength(1)
  answer = NOTHING
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current).toBeNull()
  expect(asked).toEqual(['/api/discountcode', '/api/discountcode'])
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked).toHaveLength(2)
})

test.each([3 * HOUR_MS, -3 * HOUR_MS])(
  '[PAY-8] [PAY-9] on a phone whose clock is %i ms ahead the offer lasts as long as the price',
  async (ahead) => {
    vi.setSystemTime(NOW + ahead)
    servedAt = NOW
    putAnswer('user.get', {}, { user: aUser({ signup_date: NOW - 1_000 }), counts: null })
    const { result } = await show()
    expect(result.current).toEqual({ kind: 'time_bonus', value_percentage: 25, rises_at: END })
    await act(() => vi.advanceTimersByTimeAsync(59_999))
    expect(result.current).not.toBeNull()
    answer = NOTHING
    servedAt = END
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(result.current).toBeNull()
    noteServerTime(new Date(now()).toUTCString(), now())
  },
)
