import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { DESK_ERROR_STATUS } from '../contract/desk/errors.ts'
import { STAFF_ROLES } from '../contract/desk/roles.ts'
import { rulesOf, wordsOf } from './text-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'locales', 'desk')
const textsOf = (locale: string): Record<string, string> =>
  v.parse(
    v.record(v.string(), v.pipe(v.string(), v.nonEmpty())),
    JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8')),
  )
const english = textsOf('en')
const parametersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? '').toSorted()
const isPlural = (key: string): boolean =>
  /_(one|other)$/.test(key) && ['one', 'other'].every((form) => key.replace(/_(one|other)$/, `_${form}`) in english)
const baseOf = (key: string): string => (isPlural(key) ? key.replace(/_(one|other)$/, '') : key)

const code = readdirSync(join(root, 'app', 'desk'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(root, 'app', 'desk', name), 'utf8'))
  .join('\n')
/** The areas of keys that are made from codes: `tCode('error', code)`. */
const codeAreas = new Set([...code.matchAll(/tCode\(\s*'(\w+)'/g)].map(([, area]) => area ?? ''))

const isUsed = (key: string): boolean => codeAreas.has(key.split('.')[0] ?? '') || code.includes(`'${baseOf(key)}'`)

describe('[DESK-16] the texts of the desk', () => {
  const others = readdirSync(folder)
    .map((name) => name.replace('.json', ''))
    .filter((locale) => locale !== 'en')

  test('German is complete', () => {
    expect(Object.keys(textsOf('de')).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  test.each(others)('%s has no text that English lacks, and keeps each parameter', (locale) => {
    const wrong = Object.entries(textsOf(locale)).filter(
      ([key, text]) => parametersOf(text).join() !== parametersOf(english[key] ?? '').join() || !(key in english),
    )
    expect(wrong).toEqual([])
  })

  test.each(['en', 'de'] as const)('%s follows the typography and the words of its language', (locale) => {
    // The tables of the English desk write 46 % with a space.
    const rules = rulesOf(locale).filter(({ fault }) => fault !== 'a space before a percent sign')
    const wrong = rules.flatMap(({ fault, pattern }) =>
      Object.entries(textsOf(locale)).flatMap(([key, text]) =>
        pattern.test(wordsOf(text)) ? [[fault, key, text]] : [],
      ),
    )
    expect(wrong).toEqual([])
  })

  test('each error and each role has a text', () => {
    const keys = [
      ...Object.keys(DESK_ERROR_STATUS).map((name) => `error.${name}`),
      ...STAFF_ROLES.map((role) => `role.${role}`),
    ]
    expect(keys.filter((key) => !(key in english))).toEqual([])
  })

  test('each text is used', () => {
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  })
})
