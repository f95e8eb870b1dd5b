// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { enterAs } from '../../testing/screen-page.tsx'
import { readUnknownPayment } from './purchase-storage.ts'
import type { NewPrice, Order } from './order.ts'
import { aPayment, PAYMENT_ID } from './testing.ts'
import { usePaying } from './use-paying.ts'

const order: Order = { package: '15', credits: 15, price: 999, currency: 'EUR', code: null }
const CARD = { method: 'creditcard', remember: false } as const
const CHECKOUT = 'https://pay.test/checkout/1'

type SentRequest = { url: string; body: Record<string, unknown>; answer: (response: Response) => void }
const sent: SentRequest[] = []
const onPrice = vi.fn<(now: NewPrice) => void>()
const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  sent.length = 0
  onPrice.mockReset()
  assign.mockReset()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/credits/15/creditcard')
  vi.spyOn(location, 'assign').mockImplementation((url) => assign(String(url)))
  vi.stubGlobal(
    'fetch',
    (url: string, { body }: { body: string }) =>
      new Promise<Response>((answer) => {
        sent.push({ url, body: JSON.parse(body), answer })
      }),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shop = () => renderHook(() => usePaying(onPrice))
const answer = (at: number, body: unknown, status = 200) =>
  act(async () => sent[at]?.answer(Response.json(body, { status })))
const payment = (change: Parameters<typeof aPayment>[0] = {}) => ({ payment: aPayment(change) })

describe('[PAY-5] the button that buys', () => {
  test('two taps before the first rendering are one request', async () => {
    const { result } = shop()
    await act(async () => {
      result.current.buy(order, CARD)
      result.current.buy(order, CARD)
    })
    expect(sent.map(({ url, body }) => [url, body['package'], body['price']])).toEqual([['/api/payments', '15', 999]])
    expect(result.current.busy).toBe(true)
  })

  test('opens the checkout, and Back from there finds the payment instead of the form', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, CARD))
    await answer(0, payment({ checkout_url: CHECKOUT }))
    expect(assign.mock.calls).toEqual([[CHECKOUT]])
    expect(location.pathname + location.search).toBe(`/credits/15/creditcard?payment=${PAYMENT_ID}`)
    expect(result.current.busy).toBe(true)
  })

  test('works again when the browser brings the page back from the checkout', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, CARD))
    await answer(0, payment({ checkout_url: CHECKOUT }))
    act(() => {
      const back = new Event('pageshow')
      Object.defineProperty(back, 'persisted', { value: true })
      window.dispatchEvent(back)
    })
    expect(result.current.busy).toBe(false)
    await act(async () => result.current.buy(order, CARD))
    expect(sent).toHaveLength(2)
  })

  test('shows the status where the payer has nothing to do', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, { method: 'creditcard', repeat: true }))
    await answer(0, payment({ status: 'completed', repeated: true }))
    expect(sent[0]?.url).toBe('/api/payments/repeat')
    expect(location.search).toBe(`?payment=${PAYMENT_ID}`)
    expect([assign.mock.calls, result.current.busy]).toEqual([[], false])
  })

  test('[PAY-13] buys nothing at another price, and reports the price of now', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, CARD))
    await answer(0, { error: 'price_changed', price: 1_099, currency: 'EUR' }, 409)
    expect(onPrice.mock.calls).toEqual([[expect.objectContaining({ price: 1_099, currency: 'EUR' })]])
    expect([result.current.outcome?.kind, result.current.busy]).toEqual(['price', false])
  })

  test('[PAY-13] [PWA-12] buys nothing more once another tab has bought, before the member has read that', async () => {
    enterAs(aUser({ credits: 2 }))
    const { result } = shop()
    act(() => enterAs(aUser({ credits: 17 })))
    await act(async () => result.current.buy(order, CARD))
    expect([result.current.outcome, sent]).toEqual([{ kind: 'have_more', credits: 17 }, []])
    await act(async () => result.current.buy(order, CARD))
    expect(sent).toHaveLength(1)
    enterAs(null)
  })

  test('a tap after a lost answer requests the same payment', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, CARD))
    await answer(0, { error: 'server_error' }, 500)
    expect(result.current.outcome?.kind).toBe('unsure')
    await act(async () => result.current.buy(order, CARD))
    expect(result.current.outcome).toBeNull()
    expect(sent[1]?.body['client_id']).toBe(sent[0]?.body['client_id'])
  })

  test('a tap in another tab requests the same payment', async () => {
    const one = shop()
    await act(async () => one.result.current.buy(order, CARD))
    // A tab has a session storage of its own.
    sessionStorage.clear()
    const other = shop()
    await act(async () => other.result.current.buy(order, CARD))
    expect(sent[1]?.body['client_id']).toBe(sent[0]?.body['client_id'])
  })

  test('[PAY-6] stores a payment with an unknown outcome on the device', async () => {
    const { result } = shop()
    await act(async () => result.current.buy(order, CARD))
    await answer(0, payment({ status: 'created', finding_out: true }))
    expect(readUnknownPayment()).toBe(PAYMENT_ID)
  })
})
