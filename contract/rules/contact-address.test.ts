import { describe, expect, test } from 'vitest'
import { isContactAddress } from './contact-address.ts'

describe('[ACC-2] a name that contains an address outside the site', () => {
  test.each([
    'anna@example.com',
    'anna@firma.museum',
    'Anna (anna@example.co.uk)',
    'https://anna',
    'www.anna',
    'see www.anna.example',
    'anna.com',
    'Anna on Fans.com!',
    'ANNA.COM',
    'anna.de',
    'me at anna.it/x',
    't.me/anna',
    'bit.ly/3xYz',
    'anna.xn--p1ai',
    'müller.de',
    'anna。com',
    'anna．com',
    'ａｎｎａ.ｃｏｍ',
    'anna\u200b.\u200bcom',
    'anna\ufe0f.com',
    'anna\u034f.\u3164com',
    'annaq\u0301.c\u20ddom',
    'only.chat',
  ])('%j', (name) => {
    expect(isContactAddress(name)).toBe(true)
  })

  test.each([
    'Anna',
    'Anna Maria',
    'Anna.Maria',
    'J.R.',
    'J.R. Ewing',
    'A.J.Smith',
    'Dr. No',
    'St. John',
    'M@rk',
    'Anna @ Milano',
    'anna_92',
    'Jean-Luc',
    "O'Neill",
    'Mr. T',
    '1.80 m',
    'Li.',
    '李小龙',
    'Ms. Ed',
  ])('%j is an ordinary name', (name) => {
    expect(isContactAddress(name)).toBe(false)
  })
})
