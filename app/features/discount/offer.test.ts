import { describe, expect, test } from 'vitest'
import type { ActiveDiscount } from '#contract/entities/money.ts'
import { aDiscountCode } from '../../testing/factories.ts'
import { offerOf } from './offer.ts'

const active = (change: Partial<ActiveDiscount> = {}): ActiveDiscount => ({
  discountcode: aDiscountCode(),
  time_bonus: { isVisible: true, ends_at: 9_000 },
  price_rises_at: 9_000,
  ...change,
})
const offer = (change: Partial<Parameters<typeof offerOf>[0]> = {}) =>
  offerOf({ active: active(), bonusVisible: true, paid: false, now: 5_000, ...change })

describe('[PAY-8] the time bonus', () => {
  test('is announced with its percentage and its end', () =>
    expect(offer()).toEqual({ kind: 'time_bonus', value_percentage: 25, rises_at: 9_000 }))

  test('ends by this device’s clock and by a payment, whatever the last answer was', () => {
    expect(offer({ bonusVisible: false })).toBeNull()
    expect(offer({ paid: true })).toBeNull()
    expect(offer({ now: 9_000 })).toBeNull()
  })

  test('is ignored without an answer of the server (§7)', () => expect(offer({ active: null })).toBeNull())
})

describe('[PAY-9] the welcome discount', () => {
  const welcome = aDiscountCode({ code: 'WELCOME25' })

  test('has no clock if the price does not rise', () =>
    expect(offer({ active: active({ discountcode: welcome, price_rises_at: null }), bonusVisible: false })).toEqual({
      kind: 'welcome',
      value_percentage: 25,
      rises_at: null,
    }))

  test('has a clock if the price rises', () =>
    expect(offer({ active: active({ discountcode: welcome }), bonusVisible: false })?.rises_at).toBe(9_000))

  test('is not announced when the code is missing, expired or inactive', () => {
    expect(offer({ active: active({ discountcode: null }) })).toBeNull()
    expect(offer({ active: active({ discountcode: { ...welcome, expired: true } }) })).toBeNull()
    expect(offer({ active: active({ discountcode: { ...welcome, status: 'inactive' } }) })).toBeNull()
  })
})
