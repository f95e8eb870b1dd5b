import { describe, expect, test } from 'vitest'
import { groupsOf, hasApplePay, usableMethods } from './method-groups.ts'

const refuses = (): boolean => {
  throw new Error('insecure')
}

describe('[PAY-4] payment methods', () => {
  test('are in groups in the order of the country, with the rest last', () => {
    expect(groupsOf(['paysafecard', 'ideal', 'creditcard', 'sct', 'visa', 'paypal'])).toEqual([
      { group: 'bank', methods: ['ideal', 'sct'] },
      { group: 'card', methods: ['creditcard', 'visa'] },
      { group: 'paypal', methods: ['paypal'] },
      { group: 'other', methods: ['paysafecard'] },
    ])
  })

  test('leave out Apple Pay where the device cannot pay with it', () => {
    expect(usableMethods(['applepay', 'paypal'], false)).toEqual(['paypal'])
    expect(usableMethods(['applepay', 'paypal'], true)).toEqual(['applepay', 'paypal'])
    expect(hasApplePay({})).toBe(false)
    expect(hasApplePay({ ApplePaySession: { canMakePayments: () => false } })).toBe(false)
    expect(hasApplePay({ ApplePaySession: { canMakePayments: refuses } })).toBe(false)
    expect(hasApplePay({ ApplePaySession: { canMakePayments: () => true } })).toBe(true)
  })
})
