import { expect, test } from 'vitest'
import { isBlockedAt, needsOtherMethod, placed } from './refusal-place.ts'

test.each([
  ['iban_blocked', 'iban'],
  ['phone_blocked', 'phone'],
] as const)('[PAY-10] %s is shown at its field', (error, field) => {
  expect(placed({ error })).toEqual({ error, fields: { [field]: 'invalid' } })
  expect(isBlockedAt({ error }, field)).toBe(true)
  expect(isBlockedAt({ error }, 'zip')).toBe(false)
})

test('[PAY-10] an error without a field is shown for the form, and a limit leads to another method', () => {
  expect(placed({ error: 'directdebit_limit' })).toEqual({ error: 'directdebit_limit' })
  expect(isBlockedAt(null, 'iban')).toBe(false)
  expect(needsOtherMethod({ error: 'directdebit_limit' })).toBe(true)
  expect(needsOtherMethod({ error: 'sms_code_invalid' })).toBe(false)
})
