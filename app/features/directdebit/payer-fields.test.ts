import { expect, test } from 'vitest'
import { inGroups, isBlockedAt, needsOtherMethod, placed } from './payer-fields.tsx'

const typed = (text: string) => inGroups({ text, caret: text.length })

test.each([
  ['it60', 'IT60'],
  ['it60x', 'IT60 X'],
  ['IT60X0542811101000000123456', 'IT60 X054 2811 1010 0000 0123 456'],
  ['de89-3704 0044  0532.0130/00', 'DE89 3704 0044 0532 0130 00'],
  ['IBAN: DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ['IBA', 'IBA'],
  ['', ''],
])('[PAY-10] %s is shown in groups', (text, shown) => expect(typed(text)).toEqual({ text: shown, caret: shown.length }))

test.each([
  // A character typed inside the first group shifts the others.
  ['IT6|0X054', 'IT6|0 X054'],
  ['IT60 9|X054', 'IT60 9|X05 4'],
  ['IT60| X054', 'IT60| X054'],
  ['|IT60 X054', '|IT60 X054'],
])('[PAY-10] the cursor stays at the typed character: %s', (before, after) => {
  const text = before.replace('|', '')
  const { text: shown, caret } = inGroups({ text, caret: before.indexOf('|') })
  expect(`${shown.slice(0, caret)}|${shown.slice(caret)}`).toBe(after)
})

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
