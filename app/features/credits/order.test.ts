import { describe, expect, test } from 'vitest'
import { aPackage, aPriceList } from './testing.ts'
import {
  canBeRemembered,
  firstMethod,
  insteadOfStored,
  isDiscounted,
  orderAtPrice,
  orderOf,
  selectedPackage,
} from './order.ts'

const list = aPriceList()

describe('[PAY-13] what is ordered is what was shown', () => {
  test('price, credits and code are those of the list', () => {
    expect(orderOf(list, '40', 'SPRING')).toEqual({
      package: '40',
      credits: 40,
      price: 1_999,
      currency: 'EUR',
      code: 'SPRING',
    })
  })

  test('what is not on the list cannot be ordered', () => expect(orderOf(list, '41', null)).toBeNull())

  test('another price is another order', () => {
    const order = orderOf(list, '15', null)
    expect(order && orderAtPrice(order, { price: 1_099 })).toMatchObject({ price: 1_099, currency: 'EUR', credits: 15 })
  })

  test('the smallest package is the selected one, until another is chosen', () => {
    expect(selectedPackage(list.packages, null)?.id).toBe('15')
    expect(selectedPackage(list.packages, '100')?.id).toBe('100')
    expect(selectedPackage(list.packages, '7')?.id).toBe('15')
    expect(selectedPackage([], null)).toBeNull()
  })
})

test('[PAY-9] a price is crossed out only where less is really asked', () => {
  expect(isDiscounted(aPackage(15, 999))).toBe(false)
  expect(isDiscounted(aPackage(15, 999, 749))).toBe(true)
})

describe('[PAY-4] the method that is chosen first', () => {
  const among = { ...list, methods: ['paypal', 'creditcard', 'postepay'] as const, last_method: 'postepay' as const }
  const first = (wanted: 'creditcard' | 'ideal' | null, kept: 'creditcard' | 'blik' | null) =>
    firstMethod({ methods: [...among.methods], last_method: among.last_method }, { wanted, kept })

  test('is the one asked for, else the choice of this device, else the last one used, else the habit of the country', () => {
    expect(first('creditcard', null)).toBe('creditcard')
    expect(first(null, 'creditcard')).toBe('creditcard')
    expect(first(null, null)).toBe('postepay')
    expect(firstMethod({ methods: ['paypal', 'visa'], last_method: null }, { wanted: null, kept: null })).toBe('paypal')
  })

  test('is never one that the country does not have', () => {
    expect(first('ideal', 'blik')).toBe('postepay')
    expect(firstMethod({ methods: [], last_method: 'paypal' }, { wanted: 'paypal', kept: null })).toBeNull()
  })
})

test('[PAY-6] where the stored card fails: by hand, or PayPal, as far as the country has them', () => {
  expect(insteadOfStored(['ideal', 'paypal', 'creditcard'])).toEqual(['creditcard', 'paypal'])
  expect(insteadOfStored(['ideal', 'paypal'])).toEqual(['paypal'])
  expect(canBeRemembered('creditcard')).toBe(true)
  expect(canBeRemembered('paysafecard')).toBe(false)
  expect(canBeRemembered(null)).toBe(false)
})
