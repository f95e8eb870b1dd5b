// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { urlOf } from '../../ports/api.ts'
import { visible } from '../../ports/page.ts'
import { controlled } from '../../ports/service-worker.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { orderOf } from './order.ts'
import { beginAttempt, begunPaymentId, type PaymentWish } from './paying.ts'
import { readUnknownPayment } from './purchase-storage.ts'
import { aPackage, aPayment, PAYMENT_ID } from './testing.ts'
import { usePayment } from './use-payment.ts'

let payment = aPayment()
let isReachable = true
const polls: string[] = []
const others: string[] = []
let answerBalance: Promise<unknown> = Promise.resolve()

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  visible.value = true
  payment = aPayment()
  isReachable = true
  polls.length = 0
  others.length = 0
  answerBalance = Promise.resolve()
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes(PAYMENT_ID)) {
      others.push(url)
      await answerBalance
      return Response.json({ error: 'not_found' }, { status: 404 })
    }
    polls.push(url)
    if (!isReachable) throw new TypeError('Failed to fetch')
    return Response.json({ payment })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = async () => {
  const shown = renderHook(() => usePayment(PAYMENT_ID))
  await act(() => vi.advanceTimersByTimeAsync(0))
  return shown
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('[PAY-5] the status of a payment on its screen', () => {
  test('is polled until the payment is settled, and not after', async () => {
    const { result } = await show()
    expect(result.current.phase).toBe('loading')
    await pass(1_000)
    expect(polls.length).toBeGreaterThan(1)
    payment = aPayment({ status: 'completed' })
    await pass(3_000)
    expect(result.current.phase).toBe('completed')
    const before = polls.length
    await pass(120_000)
    expect(polls).toHaveLength(before)
  })

  test('is not polled while the page is hidden, and is polled at once when it is visible again', async () => {
    await show()
    act(() => {
      visible.value = false
    })
    const before = polls.length
    await pass(60_000)
    expect(polls).toHaveLength(before)
    act(() => {
      visible.value = true
    })
    await pass(0)
    expect(polls).toHaveLength(before + 1)
  })

  test('is pending after five seconds without an outcome', async () => {
    const { result } = await show()
    for (let seconds = 0; seconds < 6; seconds += 0.1) await pass(100)
    expect(result.current.phase).toBe('pending')
  })

  test('shows the last known status without a network', async () => {
    const { result } = await show()
    isReachable = false
    await pass(4_000)
    expect(result.current.payment).toEqual(payment)
    expect(result.current.phase).toBe('offline')
  })

  test('shows a completed payment with the new balance, and without it if that takes more than three seconds', async () => {
    payment = aPayment({ status: 'completed' })
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    answerBalance = promise
    const soon = await show()
    await pass(200)
    expect(soon.result.current.phase).not.toBe('completed')
    answer()
    await pass(0)
    expect(soon.result.current.phase).toBe('completed')
    cleanup()
    answerBalance = new Promise(() => {})
    const late = await show()
    await pass(2_900)
    expect(late.result.current.phase).not.toBe('completed')
    await pass(200)
    expect(late.result.current.phase).toBe('completed')
  })

  test('[PAY-13] a completed payment shows once the device has asked the server for the balance', async () => {
    controlled.value = true
    payment = aPayment({ status: 'completed' })
    const { result } = await show()
    controlled.value = false
    expect(result.current.phase).toBe('completed')
    expect(others).toEqual([urlOf('device.sync', {}), urlOf('user.get', {})])
  })

  test('refreshes the session of a completed payment, and forgets the code that it used', async () => {
    setDiscountCode('SUMMER')
    payment = aPayment({ status: 'completed', discount: { code: 'SUMMER', value_percentage: 10 } })
    await show()
    expect(discountCode.peek()).toBeNull()
    expect(others.some((url) => url.startsWith('/api/user'))).toBe(true)
  })

  test('once known, ends the attempt on this device, so that the next tap begins another payment', async () => {
    const order: PaymentWish = {
      ...orderOf(aPackage(15, 999), null),
      method: 'creditcard',
      remember: false,
      repeat: false,
    }
    beginAttempt(deviceStore, order, PAYMENT_ID, Date.now())
    await show()
    expect(begunPaymentId(deviceStore, order, Date.now())).toBe(PAYMENT_ID)
    payment = aPayment({ status: 'completed' })
    await pass(3_000)
    expect(begunPaymentId(deviceStore, order, Date.now())).toBeNull()
  })

  test('a code that the payment did not use stays stored', async () => {
    setDiscountCode('WINTER')
    payment = aPayment({ status: 'completed', discount: { code: 'SUMMER', value_percentage: 10 } })
    await show()
    expect(discountCode.peek()).toBe('WINTER')
  })

  test('remembers on the device that the outcome is unknown, for a reload without a network', async () => {
    payment = aPayment({ status: 'created', finding_out: true })
    const { result, unmount } = await show()
    expect(result.current.phase).toBe('finding_out')
    expect(readUnknownPayment()).toBe(PAYMENT_ID)
    unmount()
    isReachable = false
    const again = await show()
    expect(again.result.current.phase).toBe('finding_out')
  })

  test('is not polled after the screen is left', async () => {
    const { unmount } = await show()
    unmount()
    const before = polls.length
    await pass(60_000)
    expect(polls).toHaveLength(before)
  })
})
