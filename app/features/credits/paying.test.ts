import { describe, expect, test, vi } from 'vitest'
import type { call as realCall } from '../../ports/api.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'
import { orderOf } from './order.ts'
import { attemptFor, dropAttempt, outcomeOf, pay, type Wanted } from './paying.ts'
import { aPackage, aPayment, PAYMENT_ID } from './testing.ts'

const order = orderOf(aPackage(15, 999), null)
const CARD = { method: 'creditcard', remember: false } as const
const begin = () => ({ version: '2026-11-22', language: 'de' }) as const
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
    expect(await pay(order, CARD, { call, newId, store, begin })).toEqual({ kind: 'unsure' })
    expect(await pay(order, CARD, { call, newId, store, begin })).toEqual({ kind: 'unsure' })
    expect(asked().map((body) => body['client_id'])).toEqual([PAYMENT_ID, PAYMENT_ID])
    dropAttempt(store)
    await pay(order, CARD, { call, newId, store, begin })
    expect(asked().at(-1)?.['client_id']).toBe(SECOND)
  })

  test('another package, price, method, code or consent is another payment', () => {
    const wanted: Wanted = { ...order, method: 'creditcard', remember: false, repeat: false }
    const others: Wanted[] = [
      { ...wanted, package: '40' },
      { ...wanted, price: 749 },
      { ...wanted, method: 'paypal' },
      { ...wanted, code: 'SPRING' },
      { ...wanted, remember: true },
      { ...wanted, repeat: true },
    ]
    for (const other of others) {
      const store = memoryStore()
      const newId = idsOf(PAYMENT_ID, SECOND)
      expect(attemptFor(store, wanted, newId)).toBe(PAYMENT_ID)
      expect(attemptFor(store, wanted, newId)).toBe(PAYMENT_ID)
      expect(attemptFor(store, other, newId)).toBe(SECOND)
    }
  })

  test('a forbidden store does not stop a purchase', () => {
    const wanted: Wanted = { ...order, method: 'creditcard', remember: false, repeat: false }
    expect(attemptFor(refusingStore, wanted, () => PAYMENT_ID)).toBe(PAYMENT_ID)
  })
})

describe('[PAY-13] the server gets the order that was shown', () => {
  test('package, price, currency, code; `remember` only if it was ticked', async () => {
    const { call, asked } = serverThat(made())
    await pay({ ...order, code: 'SPRING' }, CARD, { call, newId: () => PAYMENT_ID, store: memoryStore(), begin })
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
    const outcome = await pay(order, CARD, { call, newId, store, begin })
    expect(outcome).toMatchObject({ kind: 'price', now: { price: 1_099 } })
    await pay({ ...order, price: 1_099 }, CARD, { call, newId, store, begin })
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
    expect(await pay(order, CARD, { call, newId, store, begin })).toEqual({ kind: 'refused', error: down.error })
    await pay(order, CARD, { call, newId, store, begin })
    expect(
      asked().map((body) => body['client_id']),
      'that one is over',
    ).toEqual([PAYMENT_ID, SECOND])
  })

  test('[PAY-11] the version and language of the request beside the button are sent', async () => {
    const { call, asked } = serverThat(made())
    await pay(order, CARD, { call, newId: () => PAYMENT_ID, store: memoryStore(), begin })
    expect(asked()[0]).toMatchObject({ begin: { version: '2026-11-22', language: 'de' } })
  })

  test('a repeat order names no method: the stored one pays', async () => {
    const { call, asked } = serverThat(made({ repeated: true }))
    await pay(
      order,
      { method: 'creditcard', repeat: true },
      { call, newId: () => PAYMENT_ID, store: memoryStore(), begin },
    )
    expect(asked()).toEqual([
      { name: 'payments.repeat', client_id: PAYMENT_ID, package: '15', price: 999, currency: 'EUR', begin: begin() },
    ])
  })
})
