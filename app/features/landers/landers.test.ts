import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { Places } from '#contract/entities/place.ts'
import { LANDERS } from '#contract/landers.ts'
import { LOCALES } from '#contract/locales.ts'
import { campaignPlace } from './lander-frame.tsx'
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

const PLACES: Places = [
  {
    country: 'IT',
    regions: [
      {
        id: 'IT-25',
        name: 'Lombardia',
        names: { en: 'Lombardy' },
        cities: [{ id: 'IT-1', name: 'Milano', names: { en: 'Milan' } }],
      },
      { id: 'IT-45', name: 'Emilia-Romagna', cities: [{ id: 'IT-2', name: 'Reggio nell’Emilia' }] },
    ],
  },
  {
    country: 'DE',
    regions: [
      { id: 'DE-BY', name: 'Bayern', cities: [{ id: 'DE-1', name: 'München', names: { it: 'Monaco di Baviera' } }] },
      { id: 'DE-BE', name: 'Berlin', cities: [{ id: 'DE-2', name: 'Berlin' }] },
    ],
  },
  { country: 'PL', regions: [{ id: 'PL-10', name: 'Łódzkie', cities: [{ id: 'PL-1', name: 'Łódź' }] }] },
]

describe('[SITE-6] a slug that names a place', () => {
  test.each([
    ['milano', 'Milano'],
    ['MILANO', 'Milano'],
    ['milan', 'Milano'],
    ['reggio-nell-emilia', 'Reggio nell’Emilia'],
    ['munchen', 'München'],
    ['münchen', 'München'],
    ['monaco-di-baviera', 'München'],
    ['lodz', 'Łódź'],
    ['lombardy', 'Lombardia'],
    ['emilia_romagna', 'Emilia-Romagna'],
  ] as const)('%s is %s in every language', (slug, name) => expect(campaignPlace(slug, PLACES)?.name).toBe(name))

  test('gives the region of the place, to search for people', () =>
    expect(campaignPlace('milano', PLACES)).toEqual({ name: 'Milano', country: 'IT', countryregion: 'IT-25' }))
})

test.each(['spring-2026', 'mil', 'milano-2', ''])(
  '[SITE-6] %j names no place, and no part of the text is shown',
  (slug) => expect(campaignPlace(slug, PLACES)).toBeNull(),
)
