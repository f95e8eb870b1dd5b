import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INTERESTS } from '../contract/entities/profile.ts'
import { DISTANCE_BANDS } from '../contract/rules/distance.ts'
import { FACT_NAMES, PROFILE_FACTS } from '../contract/entities/profile-facts.ts'
import { PHOTO_REASONS } from '../contract/entities/photo.ts'
import { REPORT_REASONS } from '../contract/entities/safety.ts'
import { LOCALES } from '../contract/locales.ts'

/** The key prefix of each list of values. Genders are not here: their forms have texts of their own. */
const LISTS: Record<string, readonly string[]> = {
  ...Object.fromEntries(FACT_NAMES.map((name) => [`value.${name}_`, PROFILE_FACTS[name].options])),
  'value.distance_': DISTANCE_BANDS,
  'interest.': INTERESTS,
  'safety.reason_': REPORT_REASONS,
  'photo.reason_': PHOTO_REASONS,
}
const keys = Object.entries(LISTS).flatMap(([prefix, values]) => values.map((value) => `${prefix}${value}`))

describe.each(LOCALES)('[PROF-1] [SAFE-8] in %s', (locale) => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `../locales/${locale}.json`), 'utf8')) as Record<
    string,
    string
  >

  test('every value of every list has a text, and every fact a label', () => {
    const labels = FACT_NAMES.map((name) => `value.${name}`)
    expect([...labels, ...keys].filter((key) => !texts[key]?.trim())).toEqual([])
  })

  test('no two values of a list read alike', () => {
    for (const [prefix, values] of Object.entries(LISTS)) {
      const words = values.map((value) => texts[`${prefix}${value}`]?.toLocaleLowerCase(locale))
      expect([prefix, new Set(words).size]).toEqual([prefix, values.length])
    }
  })

  test('no text is left of a value that is not in its list', () => {
    const known = new Set(keys)
    const lists = Object.keys(LISTS)
    const left = Object.keys(texts).filter((key) => lists.some((prefix) => key.startsWith(prefix)) && !known.has(key))
    expect(left).toEqual([])
  })
})
