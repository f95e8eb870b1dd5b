import { describe, expect, test } from 'vitest'
import {
  canBeRemembered,
  firstMethod,
  insteadOfStored,
  isDiscounted,
  orderAtPrice,
  orderOf,
  selectedPackage,
} from './order.ts'
import { aPackage, aPriceList } from './testing.ts'

const list = aPriceList()

describe('[PAY-13] an order contains exactly the package and price on screen', () => {
  test('price, credits and code come from the list', () => {
    expect(orderOf(aPackage(40, 1_999), 'SPRING')).toEqual({
      package: '40',
      credits: 40,
      price: 1_999,
      currency: 'EUR',
      code: 'SPRING',
    })
  })

  test('another price is another order', () => {
    const order = orderOf(aPackage(15, 999), null)
    expect(orderAtPrice(order, { price: 1_099 })).toMatchObject({ price: 1_099, currency: 'EUR', credits: 15 })
  })

  test('the smallest package is selected until another is chosen', () => {
    expect(selectedPackage(list.packages, null)?.id).toBe('15')
    expect(selectedPackage(list.packages, '100')?.id).toBe('100')
    expect(selectedPackage(list.packages, '7')?.id).toBe('15')
    expect(selectedPackage([], null)).toBeNull()
  })
})

test('[PAY-9] a price is crossed out only if the real price is lower', () => {
  expect(isDiscounted(aPackage(15, 999))).toBe(false)
  expect(isDiscounted(aPackage(15, 999, 749))).toBe(true)
})

describe('[PAY-4] the preselected method', () => {
  const among = { ...list, methods: ['paypal', 'creditcard', 'postepay'] as const, last_method: 'postepay' as const }
  const first = (wanted: 'creditcard' | 'ideal' | null, stored: 'creditcard' | 'blik' | null) =>
    firstMethod({ methods: [...among.methods], last_method: among.last_method }, { wanted, stored })

  test('is the requested one, else the last choice on this device, else the last one paid with, else the country’s first', () => {
    expect(first('creditcard', null)).toBe('creditcard')
    expect(first(null, 'creditcard')).toBe('creditcard')
    expect(first(null, null)).toBe('postepay')
    expect(firstMethod({ methods: ['paypal', 'visa'], last_method: null }, { wanted: null, stored: null })).toBe(
      'paypal',
    )
  })

  test('is never one that the country does not offer', () => {
    expect(first('ideal', 'blik')).toBe('postepay')
    expect(firstMethod({ methods: [], last_method: 'paypal' }, { wanted: 'paypal', stored: null })).toBeNull()
  })
})

test('[PAY-6] after a refused stored card the choices are a card by hand and PayPal, if the country has them', () => {
  expect(insteadOfStored(['ideal', 'paypal', 'creditcard'])).toEqual(['creditcard', 'paypal'])
  expect(insteadOfStored(['ideal', 'paypal'])).toEqual(['paypal'])
  expect(canBeRemembered('creditcard')).toBe(true)
  expect(canBeRemembered('paysafecard')).toBe(false)
  expect(canBeRemembered(null)).toBe(false)
})
