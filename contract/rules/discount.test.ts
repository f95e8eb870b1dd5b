import { describe, expect, test } from 'vitest'
import type { PaymentMethod } from '../entities/money.ts'
import { HOUR_MS } from '../limits.ts'
import {
  discountFor,
  priceFor,
  priceRisesAt,
  timeBonusDiscount,
  welcomeDiscount,
  discountRefusal,
  type Buyer,
  type Discount,
  type OfferedDiscount,
  type Terms,
} from './discount.ts'
import { timeBonusOf } from './time-bonus.ts'

const SIGNED_UP = 1_000_000
const NOW = SIGNED_UP + HOUR_MS
const WELCOME = { code: 'WELCOME25', value_percentage: 25, hours: 4 }

const buyer = (change: Partial<Buyer> = {}): Buyer => ({
  id: 7,
  paid_user: false,
  signup_date: SIGNED_UP,
  bought: false,
  ...change,
})

const code = (change: Partial<Discount> = {}, rest: Partial<OfferedDiscount> = {}): OfferedDiscount => ({
  discount: {
    code: 'FRIENDS',
    value_percentage: 40,
    minimum_order_value: null,
    country: null,
    user_id: null,
    expires: null,
    currency: null,
    status: 'active',
    validity: 'unlimited',
    paymentmethods: null,
    ...change,
  },
  for: 'anyone',
  used: { byAnyone: false, byBuyer: false },
  ...rest,
})

const UNUSED = { byAnyone: false, byBuyer: false }
const timeBonus = (used = UNUSED): OfferedDiscount => ({
  discount: timeBonusDiscount(buyer()),
  for: 'not_paying',
  used,
})
const welcome = (change: Partial<typeof WELCOME> = {}, used = UNUSED): OfferedDiscount => ({
  discount: welcomeDiscount({ ...WELCOME, ...change }, buyer()),
  for: 'first_purchase',
  used,
})

/** @param ms after the signup */
const isShown = (ms: number) => timeBonusOf({ paid_user: false, signup_date: SIGNED_UP }, SIGNED_UP + ms).isVisible

const terms = (change: Partial<Terms> = {}): Terms => ({
  market: { country: 'IT', currency: 'EUR' },
  buyer: buyer(),
  given: [timeBonus(), welcome()],
  entered: null,
  ...change,
})

const ORDER = { fullPrice: 999, method: 'paypal' as PaymentMethod }
const why = (offered: OfferedDiscount, change: Partial<Terms> = {}, order = {}) =>
  discountRefusal(offered, terms(change), { ...ORDER, ...order }, NOW)

const active = (change: Partial<Terms>, order = {}, now = NOW) =>
  discountFor(terms(change), { ...ORDER, ...order }, now)?.code ?? null
const rises = (change: Partial<Terms>, prices = [999, 7_999], now = NOW) => priceRisesAt(terms(change), prices, now)

/** Each entry causes its refusal; the one that the buyer can change least comes first. */
const OBSTACLES: [string, Partial<Discount>, Partial<OfferedDiscount>][] = [
  ['discount_not_found', { status: 'inactive' }, {}],
  ['discount_not_found', { user_id: 8 }, {}],
  ['discount_expired', { expires: NOW }, {}],
  ['discount_used', { validity: 'once' }, { used: { byAnyone: true, byBuyer: false } }],
  ['discount_first_purchase', {}, { for: 'first_purchase' }],
  ['discount_country', { country: 'DE' }, {}],
  ['discount_currency', { currency: 'USD' }, {}],
  ['discount_method', { paymentmethods: ['ideal', 'creditcard'] }, {}],
  ['discount_minimum', { minimum_order_value: 1_000 }, {}],
]
const PAID = { buyer: buyer({ bought: true }) }

describe('[PAY-7] the reason a code does not apply', () => {
  test.each(OBSTACLES)('%s %o %o', (error, change, rest) => expect(why(code(change, rest), PAID)).toBe(error))

  test('a first purchase is over for whoever is premium, also without a purchase', () => {
    expect(why(code({}, { for: 'first_purchase' }), { buyer: buyer({ paid_user: true }) })).toBe(
      'discount_first_purchase',
    )
  })

  test('a once-per-user code is used up by this member’s order, not by another’s', () => {
    const validity = 'once-per-user'
    expect(why(code({ validity }, { used: { byAnyone: true, byBuyer: true } }))).toBe('discount_once_per_user')
    expect(why(code({ validity }, { used: { byAnyone: true, byBuyer: false } }))).toBeNull()
  })

  test('an unlimited code applies however often it was used', () => {
    expect(why(code({}, { used: { byAnyone: true, byBuyer: true } }))).toBeNull()
  })

  test('only the first of several reasons is returned', () => {
    for (let from = 0; from < OBSTACLES.length; from += 1) {
      const left = OBSTACLES.slice(from).toReversed()
      const change = Object.assign({}, ...left.map(([, fields]) => fields)) as Partial<Discount>
      const rest = Object.assign({}, ...left.map(([, , more]) => more)) as Partial<OfferedDiscount>
      expect(why(code(change, rest), PAID)).toBe(OBSTACLES[from]?.[0])
    }
    const used = { byAnyone: true, byBuyer: true }
    const both = code({ validity: 'once-per-user', country: 'DE' }, { used, for: 'first_purchase' })
    expect(why(both, PAID)).toBe('discount_once_per_user')
  })

  test('a discount that meets every condition applies, up to the boundaries', () => {
    const fitting = code({
      user_id: 7,
      expires: NOW + 1,
      validity: 'once',
      country: 'IT',
      currency: 'EUR',
      paymentmethods: ['paypal'],
      minimum_order_value: 999,
    })
    expect(why(fitting)).toBeNull()
  })

  test('an unknown method or amount excludes no discount', () => {
    const picky = code({ paymentmethods: ['ideal'], minimum_order_value: 10_000 })
    expect(discountRefusal(picky, terms(), {}, NOW)).toBeNull()
  })

  test('a visitor learns nothing about another member’s code, and counts as a first buyer', () => {
    expect(why(code({ user_id: 7 }), { buyer: null })).toBe('discount_not_found')
    expect(why({ ...welcome(), discount: welcomeDiscount(WELCOME, null) }, { buyer: null })).toBeNull()
  })
})

describe('[PAY-7] the active discount', () => {
  test('is the time bonus, else the welcome code, else none', () => {
    expect(active({})).toBe('TIMEBONUS25')
    expect(active({ given: [timeBonus({ byAnyone: true, byBuyer: true }), welcome()] })).toBe('WELCOME25')
    expect(active({ given: [timeBonus(), welcome({ hours: 24 })] }, {}, SIGNED_UP + 4 * HOUR_MS)).toBe('WELCOME25')
    expect(active({}, {}, SIGNED_UP + 4 * HOUR_MS)).toBeNull()
    const paying = { buyer: buyer({ paid_user: true, bought: true }) }
    expect(active(paying)).toBeNull()
    expect(active({ ...paying, entered: code() })).toBe('FRIENDS')
  })

  test('[PAY-9] the welcome code is for a first purchase, and a refunded purchase counts as one', () => {
    const given = [welcome()]
    expect(active({ given })).toBe('WELCOME25')
    expect(active({ given, buyer: buyer({ bought: true }) })).toBeNull()
  })

  test('is replaced by an entered code that is at least as good, and stays if it is better', () => {
    expect(active({ entered: code({ value_percentage: 25 }) })).toBe('FRIENDS')
    expect(active({ entered: code({ value_percentage: 24.99 }) })).toBe('TIMEBONUS25')
    expect(active({ entered: code({ value_percentage: 40, minimum_order_value: 1_000 }) })).toBe('TIMEBONUS25')
    expect(active({ given: [], entered: code({ value_percentage: 1 }) })).toBe('FRIENDS')
  })

  test('[PAY-8] the time bonus counts from signup to four hours later, to the millisecond', () => {
    const given = [timeBonus()]
    const at = (ms: number) => priceFor(terms({ given }), 999, undefined, SIGNED_UP + ms)
    expect(at(0)).toBe(749)
    expect(at(4 * HOUR_MS - 1)).toBe(749)
    expect(at(4 * HOUR_MS)).toBe(999)
    // The countdown ends with the price.
    expect([isShown(-1), isShown(0), isShown(4 * HOUR_MS - 1), isShown(4 * HOUR_MS)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('[PAY-9] the moment the price rises', () => {
  const END = SIGNED_UP + 4 * HOUR_MS

  test('is the end of the discount', () => {
    expect(rises({})).toBe(END)
    expect(rises({ given: [], entered: code({ expires: NOW + 1 }) })).toBe(NOW + 1)
  })

  test('is the first such end, whatever discount ends then, and one price that rises is enough', () => {
    const entered = code({ value_percentage: 30, expires: NOW + 1 })
    expect(rises({ entered })).toBe(NOW + 1)
    expect(rises({ given: [], entered: code({ expires: NOW + 1, minimum_order_value: 1_000 }) })).toBe(NOW + 1)
  })

  test('is not the end of a discount if another one is as good', () => {
    expect(rises({ given: [timeBonus(), welcome({ hours: 48 })] })).toBe(SIGNED_UP + 48 * HOUR_MS)
    expect(rises({ given: [timeBonus(), welcome({ hours: 48, value_percentage: 30 })] })).toBe(SIGNED_UP + 48 * HOUR_MS)
    expect(rises({ given: [timeBonus(), welcome({ hours: 48, value_percentage: 10 })] })).toBe(END)
    expect(rises({ entered: code({ value_percentage: 25 }) })).toBeNull()
  })

  test('does not exist without a discount, without an end, or without a price reduction', () => {
    expect(rises({ given: [] })).toBeNull()
    expect(rises({ given: [], entered: code() })).toBeNull()
    expect(rises({}, [1])).toBeNull()
    expect(rises({ given: [welcome({ value_percentage: 0.01 })] }, [10])).toBeNull()
    expect(rises({}, [999], END)).toBeNull()
  })

  test('is never past: a discount that came first and has ended may have been the smaller one', () => {
    const given = [timeBonus(), welcome({ hours: 48, value_percentage: 30 })]
    const entered = code({ expires: SIGNED_UP + HOUR_MS })
    expect(rises({ given, entered }, [999], END)).toBe(SIGNED_UP + 48 * HOUR_MS)
  })

  test('is exact: the price does not rise earlier', () => {
    const all = terms({ given: [timeBonus(), welcome({ hours: 9, value_percentage: 10 })] })
    const at = priceRisesAt(all, [999], NOW) ?? 0
    expect(priceFor(all, 999, undefined, at - 1)).toBe(priceFor(all, 999, undefined, NOW))
    expect(priceFor(all, 999, undefined, at)).toBeGreaterThan(priceFor(all, 999, undefined, NOW))
  })
})
