import { describe, expect, test, vi } from 'vitest'
import type { call as realCall } from '../../ports/api.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'
import { orderOf } from './order.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { beginAttempt, begunPaymentId, dropAttempt, outcomeOf, pay, type PaymentWish } from './paying.ts'
import { aPackage, aPayment, PAYMENT_ID } from './testing.ts'

const order = orderOf(aPackage(15, 999), null)
const CARD = { method: 'creditcard', remember: false } as const
const begin = () => ({ version: '2026-11-22', language: 'de' }) as const
const now = () => 1_000_000_000
const SECOND = PAYMENT_ID.replace(/.$/, 'f')

const idsOf =
  (...ids: string[]) =>
  () =>
    ids.shift() ?? 'no more ids'

const serverThat = (...answers: unknown[]) => {
  const call = vi.fn<(name: string, input: { body: Record<string, unknown> }) => Promise<unknown>>(
    async () => answers.shift() ?? { ok: false, error: { error: 'network_unavailable' } },
  )
  // `pay` calls with names from the table of calls; the answers are made here.
  return {
    // The mock answers the one call that `pay` makes.
    call: call as unknown as typeof realCall,
    asked: (): Record<string, unknown>[] => call.mock.calls.map(([name, { body }]) => Object.assign({ name }, body)),
  }
}
const made = (change: Parameters<typeof aPayment>[0] = {}) => ({
  ok: true,
  queued: false,
  cachedAt: null,
  data: { payment: aPayment(change) },
})

describe('[PAY-5] one order is one payment', () => {
  test('repeated taps are one payment until the outcome is known, also after a reload', async () => {
    const { call, asked } = serverThat()
    const store = memoryStore()
    const newId = idsOf(PAYMENT_ID, SECOND)
    expect(await pay(order, CARD, { call, newId, now, store, begin })).toEqual({ kind: 'unsure' })
    expect(await pay(order, CARD, { call, newId, now, store, begin })).toEqual({ kind: 'unsure' })
    expect(asked().map((body) => body['client_id'])).toEqual([PAYMENT_ID, PAYMENT_ID])
    dropAttempt(store, PAYMENT_ID)
    await pay(order, CARD, { call, newId, now, store, begin })
    expect(asked().at(-1)?.['client_id']).toBe(SECOND)
  })

  test.each([
    ...(['network_unavailable', 'server_error', 'server_full', 'shutting_down'] as const).map(
      (error) => [error, 'unsure'] as const,
    ),
    ...(['authentication_required', 'rate_limited', 'server_busy'] as const).map(
      (error) => [error, 'refused'] as const,
    ),
  ])('after %s, which does not say that nothing was bought, the next tap is the same payment', async (error, kind) => {
    const { call, asked } = serverThat({ ok: false, error: { error } })
    const ports = { call, newId: idsOf(PAYMENT_ID, SECOND), now, store: memoryStore(), begin }
    expect((await pay(order, CARD, ports)).kind).toBe(kind)
    await pay(order, CARD, ports)
    expect(asked().map((body) => body['client_id'])).toEqual([PAYMENT_ID, PAYMENT_ID])
  })

  test('a payment that fails at its first tap is not tried a second time by itself', async () => {
    const { call, asked } = serverThat(made({ status: 'failed', checkout_url: null }))
    const ports = { call, newId: idsOf(PAYMENT_ID, SECOND), now, store: memoryStore(), begin }
    expect(await pay(order, CARD, ports)).toMatchObject({ kind: 'status', payment: { status: 'failed' } })
    expect(asked()).toHaveLength(1)
  })

  test('another package, price, method, code or consent is another payment', () => {
    const wanted: PaymentWish = { ...order, method: 'creditcard', remember: false, repeat: false }
    const others: PaymentWish[] = [
      { ...wanted, package: '40' },
      { ...wanted, price: 749 },
      { ...wanted, method: 'paypal' },
      { ...wanted, code: 'SPRING' },
      { ...wanted, remember: true },
      { ...wanted, repeat: true },
    ]
    for (const other of others) {
      const store = memoryStore()
      beginAttempt(store, wanted, PAYMENT_ID, now())
      expect(begunPaymentId(store, wanted, now())).toBe(PAYMENT_ID)
      expect(begunPaymentId(store, other, now())).toBeNull()
    }
  })

  test('a forbidden store does not stop a purchase', () => {
    const wanted: PaymentWish = { ...order, method: 'creditcard', remember: false, repeat: false }
    expect(beginAttempt(refusingStore, wanted, PAYMENT_ID, now())).toBe(PAYMENT_ID)
    expect(begunPaymentId(refusingStore, wanted, now())).toBeNull()
  })

  test('two packages that were begun are two payments, and the outcome of one does not end the other', async () => {
    const { call, asked } = serverThat()
    const store = memoryStore()
    const large = orderOf(aPackage(40, 1_999), null)
    const newId = idsOf(PAYMENT_ID, SECOND)
    for (const one of [order, large, order, large]) await pay(one, CARD, { call, newId, now, store, begin })
    dropAttempt(store, SECOND)
    await pay(order, CARD, { call, newId, now, store, begin })
    expect(asked().map((body) => body['client_id'])).toEqual([PAYMENT_ID, SECOND, PAYMENT_ID, SECOND, PAYMENT_ID])
  })

  test('a tap an hour later buys once more, also on a device whose clock went back', async () => {
    const wanted: PaymentWish = { ...order, method: 'creditcard', remember: false, repeat: false }
    const store = memoryStore()
    beginAttempt(store, wanted, PAYMENT_ID, now())
    expect(begunPaymentId(store, wanted, now() + HOUR_MS - 1)).toBe(PAYMENT_ID)
    expect([now() + HOUR_MS, now() - HOUR_MS].map((later) => begunPaymentId(store, wanted, later))).toEqual([
      null,
      null,
    ])
  })

  test('a refusal from before the server looks at the payment does not end it', async () => {
    const refusals = ['authentication_required', 'rate_limited', 'server_busy']
    const { call, asked } = serverThat(
      { ok: false, error: { error: 'server_error' } },
      ...refusals.map((error) => ({ ok: false, error: { error } })),
    )
    const store = memoryStore()
    for (const _ of [0, 1, 2, 3]) await pay(order, CARD, { call, newId: idsOf(PAYMENT_ID), now, store, begin })
    await pay(order, CARD, { call, newId: idsOf(SECOND), now, store, begin })
    expect(new Set(asked().map((body) => body['client_id']))).toEqual(new Set([PAYMENT_ID]))
  })

  test('a begun payment that has ended without a purchase gives way to a new one, a completed one is shown', async () => {
    for (const status of ['failed', 'cancelled', 'expired', 'completed'] as const) {
      const again = made({ payment_id: SECOND })
      const { call, asked } = serverThat({ ok: false, error: { error: 'server_error' } }, made({ status }), again)
      const [store, newId] = [memoryStore(), idsOf(PAYMENT_ID, SECOND)]
      await pay(order, CARD, { call, newId, now, store, begin })
      const outcome = await pay(order, CARD, { call, newId, now, store, begin })
      const isBought = status === 'completed'
      expect(outcome).toMatchObject({ payment: { payment_id: isBought ? PAYMENT_ID : SECOND } })
      expect(asked()).toHaveLength(isBought ? 2 : 3)
    }
  })
})

describe('[PAY-13] the server gets the order that was shown', () => {
  test('package, price, currency, code; `remember` only if it was ticked', async () => {
    const { call, asked } = serverThat(made())
    await pay({ ...order, code: 'SPRING' }, CARD, { call, newId: () => PAYMENT_ID, now, store: memoryStore(), begin })
    expect(asked()).toEqual([
      {
        name: 'payments.create',
        client_id: PAYMENT_ID,
        package: '15',
        price: 999,
        currency: 'EUR',
        begin: begin(),
        code: 'SPRING',
        method: 'creditcard',
        remember: false,
      },
    ])
  })

  test('at another price nothing is bought, and the next tap is another order', async () => {
    const changed = { ok: false, error: { error: 'price_changed', price: 1_099, currency: 'EUR' } }
    const { call, asked } = serverThat(changed)
    const store = memoryStore()
    const newId = idsOf(PAYMENT_ID, SECOND)
    const outcome = await pay(order, CARD, { call, newId, now, store, begin })
    expect(outcome).toMatchObject({ kind: 'price', now: { price: 1_099 } })
    await pay({ ...order, price: 1_099 }, CARD, { call, newId, now, store, begin })
    expect(asked().map((body) => [body['client_id'], body['price']])).toEqual([
      [PAYMENT_ID, 999],
      [SECOND, 1_099],
    ])
  })
})

describe('[PAY-5] [PAY-6] the outcome of a tap', () => {
  test('the payer goes to the checkout if there is one, else the payment is shown', () => {
    const url = 'https://pay.test/1'
    expect(outcomeOf(made({ checkout_url: url }) as never)).toMatchObject({ kind: 'checkout', url })
    expect(outcomeOf(made() as never)).toMatchObject({ kind: 'status' })
    expect(outcomeOf(made({ status: 'failed', checkout_url: url }) as never)).toMatchObject({ kind: 'status' })
  })

  test('a refusal is shown; a missing answer is no refusal', async () => {
    const store = memoryStore()
    const down = { ok: false, error: { error: 'payment_unavailable' } }
    const { call, asked } = serverThat(down)
    const newId = idsOf(PAYMENT_ID, SECOND)
    expect(await pay(order, CARD, { call, newId, now, store, begin })).toEqual({ kind: 'refused', error: down.error })
    await pay(order, CARD, { call, newId, now, store, begin })
    expect(
      asked().map((body) => body['client_id']),
      'that one is over',
    ).toEqual([PAYMENT_ID, SECOND])
  })

  test('[PAY-11] the version and language of the request beside the button are sent', async () => {
    const { call, asked } = serverThat(made())
    await pay(order, CARD, { call, newId: () => PAYMENT_ID, now, store: memoryStore(), begin })
    expect(asked()[0]).toMatchObject({ begin: { version: '2026-11-22', language: 'de' } })
  })

  test('a repeat order names no method: the stored one pays', async () => {
    const { call, asked } = serverThat(made({ repeated: true }))
    await pay(
      order,
      { method: 'creditcard', repeat: true },
      { call, newId: () => PAYMENT_ID, now, store: memoryStore(), begin },
    )
    expect(asked()).toEqual([
      { name: 'payments.repeat', client_id: PAYMENT_ID, package: '15', price: 999, currency: 'EUR', begin: begin() },
    ])
  })
})
