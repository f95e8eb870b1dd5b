import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { isRefusal } from '../../http/reply.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { addCode, addPayment } from '../../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { priceOfOrder, type OrderAsked } from './price-of-order.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

type Query = { code?: string; welcome?: 'true'; package?: string; method?: 'paypal' | 'sct' }
const ask = async (query: Query = {}, member: TestMember | null = anna) =>
  (member ? server.as(member) : server.visitor)('discountcode.get', { query })

/** The refusal of the order, or its price. */
const charge = async (order: Partial<OrderAsked>) => {
  const { deps } = server
  const asked = { package: '15', price: 999, currency: 'EUR', method: 'paypal' as const, ...order }
  const priced = await priceOfOrder(deps.read, deps.settings(), anna.id, asked, deps.now())
  return isRefusal(priced) ? priced.body : priced
}

/** The refusals of both calls. */
const refusals = async ({ method = 'paypal', ...query }: Query & { code: string }) => [
  (await ask({ ...query, method })).error,
  await charge({ ...query, method }),
]
const both = (error: object) => [error, error]

describe('[PAY-7] each reason has its own answer, in discountcode and at the order', () => {
  test('an unknown code', async () => {
    expect(await refusals({ code: 'NOSUCH' })).toEqual(both({ error: 'discount_not_found' }))
  })

  test('a disabled code', async () => {
    await addCode(server, 'OFF', { status: 'inactive' })
    expect(await refusals({ code: 'OFF' })).toEqual(both({ error: 'discount_not_found' }))
  })

  test('the code of another member', async () => {
    await addCode(server, 'BERTS', { userId: bert.id })
    expect(await refusals({ code: 'BERTS' })).toEqual(both({ error: 'discount_not_found' }))
    expect((await ask({ code: 'BERTS' }, bert)).body.discountcode?.code).toBe('BERTS')
    expect((await ask({ code: 'BERTS' }, null)).error).toEqual({ error: 'discount_not_found' })
  })

  test('an expired code, to the millisecond', async () => {
    const expires = server.clock.now() + 1
    await addCode(server, 'SHORT', { expires })
    expect((await ask({ code: 'SHORT' })).body).toMatchObject({
      discountcode: { code: 'SHORT', expired: false, expires },
      price_rises_at: expires,
    })
    server.clock.advance(1)
    expect(await refusals({ code: 'SHORT' })).toEqual(both({ error: 'discount_expired' }))
  })

  test('a code for one use that anyone has used', async () => {
    await addCode(server, 'ONCE', { validity: 'once' })
    addPayment(server, bert.id, { discountCode: 'ONCE' })
    expect(await refusals({ code: 'ONCE' })).toEqual(both({ error: 'discount_used' }))
  })

  test('a code for one use per member that this member has used', async () => {
    await addCode(server, 'EACH', { validity: 'once-per-user' })
    addPayment(server, bert.id, { discountCode: 'EACH' })
    expect((await ask({ code: 'EACH' })).status).toBe(200)
    addPayment(server, anna.id, { discountCode: 'EACH' })
    expect(await refusals({ code: 'EACH' })).toEqual(both({ error: 'discount_once_per_user' }))
  })

  test('a code for a first purchase', async () => {
    addPayment(server, anna.id, { status: 'refunded' })
    expect(await refusals({ code: 'WELCOME25' })).toEqual(both({ error: 'discount_first_purchase' }))
  })

  test('a code for another country', async () => {
    await addCode(server, 'DACH', { country: 'DE' })
    expect(await refusals({ code: 'DACH' })).toEqual(both({ error: 'discount_country' }))
    const carl = await server.signUp('Carl', { country: 'DE' })
    expect((await ask({ code: 'DACH' }, carl)).status).toBe(200)
  })

  test('a code for another currency', async () => {
    await addCode(server, 'POUNDS', { currency: 'GBP' })
    expect(await refusals({ code: 'POUNDS' })).toEqual(both({ error: 'discount_currency' }))
  })

  test('a code for other methods', async () => {
    await addCode(server, 'BANK', { paymentmethods: ['sct'] })
    expect(await refusals({ code: 'BANK', method: 'paypal' })).toEqual(both({ error: 'discount_method' }))
    expect((await ask({ code: 'BANK', method: 'sct' })).status).toBe(200)
    expect(await charge({ code: 'BANK', method: 'sct', price: 599 })).toMatchObject({ amount: 599 })
  })

  test('an order below the minimum, and the amount from which the code applies', async () => {
    await addCode(server, 'LARGE', { minimumOrderValue: 1_999 })
    const error = { error: 'discount_minimum', price: 1_999, currency: 'EUR' }
    expect(await refusals({ code: 'LARGE', package: '15' })).toEqual(both(error))
    expect((await ask({ code: 'LARGE', package: '40' })).body.discountcode?.code).toBe('LARGE')
    expect((await ask({ code: 'LARGE' })).status).toBe(200)
    expect(await charge({ code: 'LARGE', package: '40', price: 1_199 })).toMatchObject({ amount: 1_199 })
  })

  test('an unknown package', async () => {
    expect((await ask({ package: '16' })).error).toEqual({ error: 'package_unknown' })
    expect(await charge({ package: '16' })).toEqual({ error: 'package_unknown' })
  })
})

describe('[PAY-7] a code is used by payments that may still be paid, and by paid ones', () => {
  test.each(['created', 'pending', 'completed', 'refunded', 'charged_back'] as const)('%s', async (status) => {
    await addCode(server, 'EACH', { validity: 'once-per-user' })
    addPayment(server, anna.id, { discountCode: 'EACH', status })
    expect((await ask({ code: 'EACH' })).error?.error).toBe('discount_once_per_user')
  })

  test.each(['failed', 'cancelled', 'expired'] as const)('not by a payment that is %s', async (status) => {
    await addCode(server, 'EACH', { validity: 'once' })
    addPayment(server, anna.id, { discountCode: 'EACH', status })
    expect((await ask({ code: 'EACH' })).status).toBe(200)
  })

  test('exactly one of several parallel orders gets it', async () => {
    await addCode(server, 'EACH', { validity: 'once-per-user' })
    await addCode(server, 'ONCE', { validity: 'once' })
    const { deps } = server
    const orderBy = (member: TestMember, code: string, id = deps.newId()) =>
      deps.write(async (tx) => {
        const asked = { package: '15', price: 599, currency: 'EUR', method: 'paypal' as const, code }
        const at = deps.now()
        const priced = await priceOfOrder(tx, deps.settings(), member.id, asked, at)
        if (isRefusal(priced)) return priced.body.error
        const { discount, ...paid } = priced
        const order = {
          ...paid,
          id,
          userId: member.id,
          status: 'created',
          provider: 'sandbox',
          method: 'paypal',
        } as const
        await tx.payments.add({ ...order, discountCode: discount?.code ?? null, createdAt: at, changedAt: at })
        return 'ordered'
      })
    const each = await Promise.all(Array.from({ length: 20 }, () => orderBy(anna, 'EACH')))
    expect(each.filter((answer) => answer === 'ordered')).toHaveLength(1)
    expect(each.filter((answer) => answer === 'discount_once_per_user')).toHaveLength(19)
    const once = await Promise.all([anna, bert, anna, bert].map((member) => orderBy(member, 'ONCE')))
    expect(once.toSorted()).toEqual(['discount_used', 'discount_used', 'discount_used', 'ordered'])
  })
})

test('[PAY-7] a code once per user applies to one of many payments created in parallel', async () => {
  await addCode(server, 'EACH', { validity: 'once-per-user' })
  const create = () => {
    const order = { package: '15', price: 599, currency: 'EUR', code: 'EACH', method: 'paypal' as const }
    return server.as(anna)('payments.create', { body: { client_id: server.deps.newId(), ...order } })
  }
  const answers = await Promise.all(Array.from({ length: 12 }, create))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.error === 'discount_once_per_user')).toHaveLength(11)
  expect(server.sql('select count(*) as n from payments')).toEqual([{ n: 1 }])
})

describe('[PAY-8] the time bonus', () => {
  const END = 4 * HOUR_MS

  test('is active for a member who has not paid, within four hours of signup, to the millisecond', async () => {
    const ends_at = server.clock.now() + END
    server.clock.advance(END - 1)
    expect((await ask()).body).toEqual({
      discountcode: {
        code: 'TIMEBONUS25',
        value_percentage: 25,
        minimum_order_value: null,
        country: null,
        user_id: anna.id,
        expires: ends_at,
        currency: null,
        status: 'active',
        validity: 'once-per-user',
        expired: false,
        paymentmethods: null,
      },
      time_bonus: { isVisible: true, ends_at },
      price_rises_at: ends_at,
    })
    server.clock.advance(1)
    expect((await ask()).body).toEqual({
      discountcode: null,
      time_bonus: { isVisible: false, ends_at: null },
      price_rises_at: null,
    })
    expect(await refusals({ code: 'TIMEBONUS25' })).toEqual(both({ error: 'discount_expired' }))
  })

  test('counts down on its own, also after the end of the welcome code', async () => {
    await server.close()
    const welcome_discount = { code: 'hello', value_percentage: 25, hours: 1 }
    server = await createTestServer({ settings: { welcome_discount } })
    anna = await server.signUp('Anna')
    server.clock.advance(2 * HOUR_MS)
    expect((await ask()).body).toMatchObject({ discountcode: { code: 'TIMEBONUS25' }, time_bonus: { isVisible: true } })
  })

  test('does not exist for a member who has paid, nor for a visitor', async () => {
    const nothing = { discountcode: null, time_bonus: { isVisible: false, ends_at: null }, price_rises_at: null }
    const paying = await server.signUp('Paying', { paid: true })
    expect((await ask({}, paying)).body).toEqual(nothing)
    expect((await ask({}, null)).body).toEqual(nothing)
    expect((await ask({ code: 'TIMEBONUS25' }, paying)).error).toEqual({ error: 'discount_first_purchase' })
  })

  test('counts once: while its payment is open, there is no other first-purchase discount and no countdown', async () => {
    addPayment(server, anna.id, { status: 'pending', discountCode: 'TIMEBONUS25' })
    expect((await ask()).body).toMatchObject({
      discountcode: null,
      time_bonus: { isVisible: false },
    })
  })
})

describe('[PAY-9] the welcome code', () => {
  test('is returned for welcome=true, also to a visitor, without a countdown', async () => {
    expect((await ask({ welcome: 'true' })).body.discountcode).toMatchObject({
      code: 'WELCOME25',
      value_percentage: 25,
      expires: server.clock.now() + 4 * HOUR_MS,
    })
    expect((await ask({ welcome: 'true' }, null)).body).toMatchObject({
      discountcode: { code: 'WELCOME25', expires: null, user_id: null, expired: false },
      time_bonus: { isVisible: false },
      price_rises_at: null,
    })
  })

  test('ends with a purchase or after its time', async () => {
    server.clock.advance(4 * HOUR_MS)
    expect((await ask({ welcome: 'true' })).body.discountcode).toBeNull()
    const carl = await server.signUp('Carl')
    addPayment(server, carl.id)
    expect((await ask({ welcome: 'true' }, carl)).body.discountcode).toBeNull()
  })

  test('has no countdown if the price stays, because it lasts longer than the bonus', async () => {
    await server.close()
    const welcome_discount = { code: 'hello', value_percentage: 25, hours: 24 }
    server = await createTestServer({ settings: { welcome_discount } })
    anna = await server.signUp('Anna')
    const signedUp = server.clock.now()
    expect((await ask()).body).toMatchObject({
      discountcode: { code: 'TIMEBONUS25' },
      price_rises_at: signedUp + 24 * HOUR_MS,
    })
    server.clock.advance(4 * HOUR_MS)
    expect((await ask()).body).toMatchObject({
      discountcode: { code: 'HELLO' },
      price_rises_at: signedUp + 24 * HOUR_MS,
    })
    expect((await ask({ code: 'Hello' })).status).toBe(200)
  })
})

test('[PAY-13] an order at an outdated price buys nothing and returns the current price', async () => {
  const changed = { error: 'price_changed', price: 749, currency: 'EUR' }
  expect(await charge({ price: 748 })).toEqual(changed)
  expect(await charge({ price: 999 })).toEqual(changed)
  expect(await charge({ price: 749, currency: 'USD' })).toEqual(changed)
  expect(await charge({ price: 749 })).toMatchObject({ amount: 749 })
})

test('[SAFE-6] codes cannot be guessed', async () => {
  await server.close()
  server = await createTestServer({ rates: RATES })
  anna = await server.signUp('Anna')
  const answers: string[] = []
  for (let count = 0; count < 25; count += 1) answers.push((await ask({ code: `TRY${count}` })).error?.error ?? '')
  expect(answers.slice(0, 20).every((answer) => answer === 'discount_not_found')).toBe(true)
  expect(answers.slice(20).every((answer) => answer === 'rate_limited')).toBe(true)
  expect((await server.as(anna)('packages.get', { query: { code: 'TRY' } })).error?.error).toBe('rate_limited')
  expect((await server.as(anna)('packages.get', { query: {} })).status).toBe(200)
})
