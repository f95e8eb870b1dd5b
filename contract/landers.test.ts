import { describe, expect, test } from 'vitest'
import { isLander, isSlug, LANDERS } from './landers.ts'

test('[SITE-6] the site has the eleven landers of the specification, eight of them with a slug', () => {
  expect(Object.keys(LANDERS)).toHaveLength(11)
  expect(Object.values(LANDERS).filter(Boolean)).toHaveLength(8)
})

describe('[SITE-6] a slug', () => {
  test.each(['milano', 'Reggio-Emilia', 'spring_2026', 'München', 'łódź', '7', 'a'.repeat(64)])('%s is one', (text) =>
    expect(isSlug(text)).toBe(true),
  )

  test.each([
    '',
    '-',
    'milano-',
    '_x',
    'a--b',
    'a b',
    'a/b',
    '<b>',
    "x'y",
    'a.b',
    '%',
    'a\n',
    '../etc',
    'a'.repeat(65),
  ])('%j is none', (text) => expect(isSlug(text)).toBe(false))
})

describe('[SITE-6] a lander', () => {
  test.each([
    ['maplanding', ''],
    ['maplanding', 'milano'],
    ['adultonly', ''],
  ])('%s with the slug %j is one', (name, slug) => expect(isLander(name, slug)).toBe(true))

  test.each([
    ['adultonly', 'milano'],
    ['tinderswipe', 'x'],
    ['maplanding', 'a b'],
    ['nowhere', ''],
    ['toString', ''],
    ['', ''],
  ])('%s with the slug %j is none', (name, slug) => expect(isLander(name, slug)).toBe(false))
})
