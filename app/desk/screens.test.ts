import { expect, test } from 'vitest'
import { SCREENS } from './screens.ts'

const repeated = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at)

test('[DESK-16] each letter after G opens one screen, and each address belongs to one screen', () => {
  const letters = SCREENS.flatMap(({ key }) => key ?? [])
  expect(letters.length).toBeGreaterThan(10)
  expect(repeated(letters)).toEqual([])
  expect(letters.filter((key) => !/^[a-z]$/.test(key))).toEqual([])
  expect(repeated(SCREENS.map(({ path }) => path))).toEqual([])
})

test('[DESK-16] a screen of the rail has a letter, and a screen without one is opened from another screen', () => {
  expect(
    SCREENS.filter(({ rail, key }) => (rail === undefined) !== (key === undefined)).map(({ name }) => name),
  ).toEqual([])
})
