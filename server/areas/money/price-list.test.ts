import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/entities/money.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import type { TestMember } from '../../testing/members.ts'
import { addCode, addPayment } from '../../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { offeredMethods } from './methods.ts'
import { priceOfOrder } from './price-of-order.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ settings: { geoip_country: 'DE' } })
})
afterEach(() => server.close())

const listFor = async (member: TestMember | null, code?: string) => {
  const call = member ? server.as(member) : server.visitor
  return call('packages.get', { query: code === undefined ? {} : { code } })
}
const pricesOf = ({ body }: Awaited<ReturnType<typeof listFor>>) => body.packages.map(({ price }) => price)

const methodsOf = async (country: string): Promise<PaymentMethod[]> =>
  (await listFor(await server.signUp(`Of ${country}`, { country }))).body.methods

describe('[PAY-2] the price list', () => {
  test('has the packages of the site at their prices, the cheapest first', async () => {
    const { body } = await listFor(null)
    expect(body.packages.map(({ credits, full_price, price }) => [credits, full_price, price])).toEqual([
      [15, 999, 999],
      [40, 1_999, 1_999],
      [100, 3_999, 3_999],
      [250, 7_999, 7_999],
    ])
    expect(body).toMatchObject({
      country: 'DE',
      currency: 'EUR',
      discount: null,
      price_rises_at: null,
      refund_days: 14,
    })
  })

  test.each([
    ['GB', 'GBP'],
    ['PL', 'PLN'],
    ['IT', 'EUR'],
    ['CH', 'CHF'],
  ])('is in the currency of the member’s country: %s %s', async (country, currency) => {
    const { body } = await listFor(await server.signUp('Anna', { country }))
    expect(body).toMatchObject({ country, currency })
    expect(body.packages.every((entry) => entry.currency === currency)).toBe(true)
  })

  test("uses a package's own price in a currency", async () => {
    await server.close()
    server = await createTestServer({
      settings: { packages: [{ credits: 15, prices: { '*': 999, PLN: 4_299 } }], message_credits: 3 },
    })
    const polish = await listFor(await server.signUp('Ola', { country: 'PL', paid: true }))
    expect(polish.body.packages).toEqual([
      { id: '15', credits: 15, full_price: 4_299, price: 4_299, currency: 'PLN', message_price: 859.8 },
    ])
    expect(pricesOf(await listFor(await server.signUp('Ada', { paid: true })))).toEqual([999])
  })

  test('contains the price of a message at the price that is paid', async () => {
    const { body } = await listFor(await server.signUp('Anna'))
    expect(body.packages.map(({ message_price }) => message_price)).toEqual([
      749 / 15,
      1_499 / 40,
      2_999 / 100,
      5_999 / 250,
    ])
  })

  test('[PAY-2] the lowest price of a message by country comes from the packages', async () => {
    await server.close()
    server = await createTestServer({
      settings: {
        packages: [
          { credits: 10, prices: { '*': 1_000, GBP: 900 } },
          { credits: 100, prices: { '*': 3_999, GBP: 9_000 } },
        ],
        countries: ['IE', 'GB', 'US'],
        message_credits: 2,
      },
    })
    const { body } = await server.visitor('settings.get')
    expect(body.settings.minimum_message_costs).toEqual({
      IE: { costs: 0.8, currency: 'EUR' },
      GB: { costs: 1.8, currency: 'GBP' },
      US: { costs: 0.8, currency: 'USD' },
    })
  })
})

describe('[PAY-9] discounts in the list', () => {
  test('the time bonus, with the time at which the price rises', async () => {
    const anna = await server.signUp('Anna')
    const ends = server.clock.now() + 4 * HOUR_MS
    server.clock.advance(4 * HOUR_MS - 1)
    const before = await listFor(anna)
    expect(pricesOf(before)).toEqual([749, 1_499, 2_999, 5_999])
    expect(before.body).toMatchObject({
      discount: { code: 'TIMEBONUS25', value_percentage: 25 },
      price_rises_at: ends,
    })
    server.clock.advance(1)
    const after = await listFor(anna)
    expect(pricesOf(after)).toEqual([999, 1_999, 3_999, 7_999])
    expect(after.body).toMatchObject({ discount: null, price_rises_at: null })
  })

  test('an entered code applies if it is better; otherwise the better discount stays and is named', async () => {
    await addCode(server, 'HALF', { valuePercentage: 50 })
    await addCode(server, 'LITTLE', { valuePercentage: 5 })
    const anna = await server.signUp('Anna')
    expect((await listFor(anna, ' half ')).body).toMatchObject({
      discount: { code: 'HALF', value_percentage: 50 },
      price_rises_at: null,
    })
    expect((await listFor(anna, 'LITTLE')).body.discount?.code).toBe('TIMEBONUS25')
    server.clock.advance(4 * HOUR_MS)
    expect(pricesOf(await listFor(anna, 'LITTLE'))).toEqual([949, 1_899, 3_799, 7_599])
  })

  test('a code with a minimum order value applies to the packages that reach it', async () => {
    await addCode(server, 'LARGE', { valuePercentage: 50, minimumOrderValue: 3_999 })
    const anna = await server.signUp('Anna', { paid: true })
    const { body } = await listFor(anna, 'LARGE')
    expect(body.packages.map(({ price }) => price)).toEqual([999, 1_999, 1_999, 3_999])
    expect(body.discount?.code).toBe('LARGE')
  })

  test('a wrong code is an error', async () => {
    await addCode(server, 'HUGE', { minimumOrderValue: 8_000 })
    const anna = await server.signUp('Anna')
    expect((await listFor(anna, 'NOSUCH')).error).toEqual({ error: 'discount_not_found' })
    expect((await listFor(anna, 'HUGE')).error).toEqual({ error: 'discount_minimum', price: 8_000, currency: 'EUR' })
  })

  test('[PAY-9] a visitor sees the prices with the welcome code', async () => {
    expect(pricesOf(await listFor(null, 'welcome25'))).toEqual([749, 1_499, 2_999, 5_999])
    expect((await listFor(null, 'TIMEBONUS25')).error).toEqual({ error: 'discount_not_found' })
  })
})

describe('[PAY-4] methods', () => {
  test('are those of the country, the usual ones first', async () => {
    expect((await methodsOf('NL'))[0]).toBe('ideal')
    expect((await methodsOf('PL')).slice(0, 2)).toEqual(['blik', 'prezelewy24'])
    expect(await methodsOf('US')).toEqual(['creditcard', 'visa', 'mastercard', 'paypal', 'applepay'])
    const german = await methodsOf('DE')
    expect(german.slice(0, 2)).toEqual(['paypal', 'directdebit'])
    expect(german).not.toContain('ideal')
  })

  test("are limited to the provider's, in the same order; if it does not answer, they are the site's", async () => {
    const { deps } = server
    const market = { country: 'NL', currency: 'EUR' }
    const taking = (methods: () => Promise<PaymentMethod[]>) =>
      offeredMethods({ ...deps, payments: { methods } }, market, 999)
    expect(await taking(async () => ['creditcard', 'ideal', 'giropay'])).toEqual(['ideal', 'creditcard'])
    const all = await taking(async () => {
      throw new PaymentUnavailable('down')
    })
    expect(all.slice(0, 2)).toEqual(['ideal', 'paypal'])
    await expect(
      taking(async () => {
        throw new Error('a mistake of ours')
      }),
    ).rejects.toThrow('a mistake of ours')
  })

  test('the last one is that of the last completed purchase, if it is still offered', async () => {
    const anna = await server.signUp('Anna', { paid: true })
    const lastOf = async () => (await listFor(anna)).body.last_method
    expect(await lastOf()).toBeNull()
    const at = server.clock.now()
    addPayment(server, anna.id, { method: 'postepay', createdAt: at + 1 })
    addPayment(server, anna.id, { method: 'paypal', createdAt: at + 2, status: 'failed' })
    expect(await lastOf()).toBe('postepay')
    addPayment(server, anna.id, { method: 'giropay', createdAt: at + 3 })
    expect(await lastOf()).toBeNull()
  })
})

test("[PAY-7] an order costs the price after the time bonus, in the currency of the member's country", async () => {
  const anna = await server.signUp('Anna', { country: 'GB' })
  const { deps } = server
  const asked = { package: '15', price: 749, currency: 'GBP', method: 'paypal' as const }
  expect(await priceOfOrder(deps.read, deps.settings(), anna.id, asked, deps.now())).toEqual({
    credits: 15,
    amount: 749,
    currency: 'GBP',
    country: 'GB',
    vatPercentage: 20,
    discount: { code: 'TIMEBONUS25', value_percentage: 25 },
  })
})
