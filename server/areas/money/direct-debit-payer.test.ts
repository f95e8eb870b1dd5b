import { describe, expect, test } from 'vitest'
import { ibanOf, phoneOf, shownIban, shownPhone } from './direct-debit-payer.ts'

describe('[PAY-10] an IBAN', () => {
  test.each([
    ['IT60 X054 2811 1010 0000 0123 456', 'IT60X0542811101000000123456'],
    ['de89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    [' NL91ABNA0417164300 ', 'NL91ABNA0417164300'],
    ['CH93 0076 2011 6238 5295 7', 'CH9300762011623852957'],
  ])('%s is read', (typed, iban) => expect(ibanOf(typed)).toBe(iban))

  test.each([
    ['one digit wrong', 'IT60X0542811101000000123457'],
    ['too short', 'DE8937040044053201300'],
    ['of no country', 'XX89370400440532013000'],
    ['outside the single euro payments area', 'TR330006100519786457841326'],
    ['outside the single euro payments area', 'SA0380000000608010167519'],
    ['nothing', ''],
  ])('%s is none: %s', (_, typed) => expect(ibanOf(typed)).toBeNull())

  test('is shown without its middle', () => expect(shownIban('IT60X0542811101000000123456')).toBe('IT60 •••• 3456'))
})

describe('[PAY-10] a phone', () => {
  test.each([
    ['347 123 4567', 'IT', '+393471234567'],
    ['0151 12345678', 'DE', '+4915112345678'],
    ['+49 151 12345678', 'IT', '+4915112345678'],
    ['0031 6 12345678', 'IT', '+31612345678'],
    ['(06) 1234-5678', 'NL', '+31612345678'],
  ])('%s from %s is read', (typed, country, phone) => expect(phoneOf(typed, country)).toBe(phone))

  test.each([
    ['too short', '347 12', 'IT'],
    ['a landline', '02 1234 5678', 'IT'],
    ['one its caller pays for', '0900 1234567', 'DE'],
    ['of nowhere', '+999 123456789', 'IT'],
    ['without a country', '347 123 4567', ''],
  ])('%s is none: %s', (_, typed, country) => expect(phoneOf(typed, country)).toBeNull())

  test('is shown by its country and its end', () => expect(shownPhone('+4915112344711')).toBe('+49 •••• 4711'))
})
