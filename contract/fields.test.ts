import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { PasskeyName } from './entities/passkey.ts'
import {
  AboutMe,
  DiscountText,
  Email,
  MessageText,
  Name,
  NewEmail,
  OperatorText,
  Phone,
  PlainLine,
  Timestamp,
} from './fields.ts'

const acceptsEmail = (schema: v.GenericSchema, input: object) =>
  !v.safeParse(schema, input).issues?.some(({ path }) => path?.[0]?.key === 'email')

describe('an e-mail address', () => {
  test.each([
    'carla@example.test',
    ' Carla.Rossi+dating@Example.Test ',
    "d'angelo@example.test",
    'o_neill-9@mail.example.co',
    'carla@müller.example',
    'carla@xn--mller-kva.example',
    'carla@пример.испытание',
    'carla@example.xn--80akhbyknj4f',
    `${'a'.repeat(64)}@example.test`,
  ])('[ACC-4] %s is valid', (text) => {
    expect(v.safeParse(Email, text).output).toBe(text.trim())
  })

  test.each([
    '',
    'carla',
    'carla@',
    '@example.test',
    'carla@example',
    'carla@example.test.',
    'carla@.example.test',
    'carla@-example.test',
    'carla@example-.test',
    'carla.@example.test',
    '.carla@example.test',
    'carla..rossi@example.test',
    'carla rossi@example.test',
    'carla@exam ple.test',
    'carla@example.test, bert@example.test',
    'carla@example.test\nbcc: bert@example.test',
    'carla <carla@example.test>',
    '"carla"@example.test',
    'carla@[127.0.0.1]',
    'carla@127.0.0.1',
    // Letters that look like others: the long s, the Kelvin sign, full-width letters.
    'ſara@example.test',
    '\u212Aarl@example.test',
    '\uFF41nna@example.test',
    `${'a'.repeat(250)}@example.test`,
  ])('[ACC-4] %j is not', (text) => {
    expect(v.safeParse(Email, text).issues?.[0].message).toMatch(/^(email_invalid|required)$/)
  })

  test('[ACC-4] has at most 64 characters before the @ if it is new; an older account still logs in', () => {
    const tooLong = `${'a'.repeat(65)}@example.test`
    expect(v.safeParse(NewEmail, tooLong).issues?.[0].message).toBe('email_invalid')
    expect(v.is(NewEmail, `${'a'.repeat(64)}@example.test`)).toBe(true)
    const schemas = [calls['user.login'].body, calls.signup.body, calls['mail_change.ask'].body]
    expect(schemas.map((schema) => acceptsEmail(schema, { email: tooLong }))).toEqual([true, false, false])
  })

  test('[SAFE-3] is distinguished from malformed text of any length without delay', () => {
    const long = `a@${'a-'.repeat(30_000)}`
    expect(v.is(Email, long)).toBe(false)
  })
})

describe('a copied address or number has invisible characters around it', () => {
  // Lists of contacts put marks of direction around a number, web pages zero-width spaces around an address.
  test.each([
    [Email, '\u200bcarla@example.test\u200b \ufeff', 'carla@example.test'],
    [Phone, '\u202a+49\u00a0151 2345\u2011678\u202c', '+49 151 2345-678'],
    [DiscountText, '\u200bwelcome25 \ufeff', 'WELCOME25'],
    [DiscountText, '\ufeffwel\u00adcome\u2060\ufeff2\u20665\u2069', 'WELCOME25'],
  ])('[ACC-4][PAY-7][PAY-10] %# is the one that is seen', (schema, text, seen) => {
    expect(v.safeParse(schema, text).output).toBe(seen)
  })
})

test('[SAFE-3] a time is one that a calendar has, since no mail or screen can write a later one', () => {
  const last = 8_640_000_000_000_000
  expect(new Date(v.parse(Timestamp, last)).toISOString()).toBe('+275760-09-13T00:00:00.000Z')
  for (const at of [last + 1, -1, 0.5, Number.NaN]) expect(v.is(Timestamp, at)).toBe(false)
})

describe('a name', () => {
  test.each(['Zoë', 'María José', '李小龙', 'O’Neill', 'می‌خواهم', '👩‍👩‍👧 trio', 'Anna ❤️'])(
    '[ACC-2] %j is one',
    (text) => {
      expect(v.safeParse(Name, text).output).toBe(text.normalize('NFC'))
    },
  )

  test.each([
    ['\u200b\u200b\u200b', 'too_short'],
    ['a\u00ad\u00ad\u00ad', 'too_short'],
    ['\u3164\u3164\u3164', 'too_short'],
    ['\ufe0f\ufe0f\ufe0f', 'too_short'],
    ['\u034f\u034f\u034f', 'too_short'],
    ['\u{e0100}\u{e0101}', 'too_short'],
    [' \u200b \u2060 \ufeff ', 'too_short'],
    ['Anna\u202etsaL', 'invalid'],
    ['\u2066Anna\u2069', 'invalid'],
    ['\u200b@anna', 'name_starts_with_at'],
    ['\uff20anna', 'name_starts_with_at'],
    ['\u2060 \ufe6banna', 'name_starts_with_at'],
  ])('[ACC-2] %j, of which less is seen or otherwise, is not', (text, code) => {
    expect(v.safeParse(Name, text).issues?.[0].message).toBe(code)
  })
})

describe('a text that was pasted', () => {
  /** Word processors break a line by a vertical tab, PDF files contain control characters, and forms of other clients break by CRLF. */
  const pasted = ' One\u000btwo\u000cthree\r\nfour\rfi\u0002\u007fve, cafe\u0301 '

  test.each([
    [AboutMe, 'One\ntwo\nthree\nfour\nfive, caf\u00e9'],
    [MessageText, ' One\ntwo\nthree\nfour\nfive, caf\u00e9 '],
    [PlainLine, 'One two three four five, caf\u00e9'],
    [Name, 'One two three four five, caf\u00e9'],
  ])('[SAFE-3] is accepted as it looks', (schema, text) => {
    expect(v.safeParse(schema, pasted).output).toBe(text)
  })

  test.each(['\u200b', ' \u2060\n\ufeff ', '\u3164', '\u2800\u2800', '\ufe0f'])(
    '[CHAT-2] %j shows nothing, so it is no message, no answer to a prompt, no letter, no street and no name of a passkey',
    (text) => {
      expect(v.safeParse(MessageText, text).issues?.[0].message).toBe('required')
      expect(v.safeParse(AboutMe, text).output).toBe('')
      expect(v.safeParse(OperatorText, text.repeat(20)).issues?.[0].message).toBe('too_short')
      for (const line of [PlainLine, PasskeyName]) expect(v.safeParse(line, text).issues?.[0].message).toBe('required')
    },
  )

  test.each(['👍🏽', '❤️', '🏳️‍🌈', 'e\u0301', '\u200fשלום', '.'])('[CHAT-2] %j is one', (text) => {
    expect(v.safeParse(MessageText, text).output).toBe(text.normalize('NFC'))
  })

  test('[SAFE-3] with a NUL or half a character is not', () => {
    for (const text of ['Hello\u0000there', 'Hello\ud83d'])
      expect(v.safeParse(AboutMe, text).issues?.[0].message).toBe('invalid')
  })
})
