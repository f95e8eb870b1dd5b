import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { LANDERS } from '#contract/landers.ts'
import { LOCALES } from '#contract/locales.ts'
import { LANDER_PAGES } from './landers.ts'

const pages = Object.values(LANDER_PAGES)
const parts = ['title', 'description', 'action'] as const

test('[SITE-6] every lander of the specification has its page', () =>
  expect(Object.keys(LANDER_PAGES).toSorted()).toEqual(Object.keys(LANDERS).toSorted()))

test('[SITE-6] every lander is a module of its own', () => {
  expect(new Set(pages.map(({ module }) => module)).size).toBe(pages.length)
  for (const [name, { module }] of Object.entries(LANDER_PAGES))
    expect(readFileSync(new URL(`../../${module}`, import.meta.url), 'utf8')).toContain(`lander="${name}"`)
})

describe.each(LOCALES)('[SITE-6] in %s', (locale) => {
  const file = readFileSync(new URL(`../../../locales/${locale}.json`, import.meta.url), 'utf8')
  const texts = v.parse(v.record(v.string(), v.string()), JSON.parse(file))
  /** Another check reports missing translations. */
  const said = (part: (typeof parts)[number]): string[] =>
    pages.map((page) => texts[page[part]]).filter((text) => text !== undefined)

  test.each(parts)('no two landers share a %s', (part) => expect(new Set(said(part)).size).toBe(said(part).length))

  test('the texts of a lander fit a narrow phone', () => {
    expect(said('title').filter((text) => text.length > 46)).toEqual([])
    expect(said('description').filter((text) => text.length > 150)).toEqual([])
    expect(said('action').filter((text) => text.length > 40)).toEqual([])
  })
})
