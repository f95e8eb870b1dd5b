import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { routes, type RouteName } from './routes.ts'
import { TITLES } from './titles.ts'

const names = Object.keys(routes) as RouteName[]
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

const textsOf = (locale: string) => JSON.parse(read(`../../locales/${locale}.json`)) as Record<string, string>

/** The modules that the screen of a route is made of, as `screen.tsx` loads them, and their folder's. */
const sourceOf = (route: RouteName): string => {
  const table = read('./screen.tsx')
  const component = new RegExp(
    `^  '?${route}'?: (?:\\(.*?\\) =>\\s+)?(?:\\(?me \\? |\\(?isPageName.*\\? )?<(\\w+)`,
    'm',
  ).exec(table)?.[1]
  const module = new RegExp(`const ${component} = late\\(\\s*\\(\\) =>\\s*import\\('(.+?)'\\)`).exec(table)?.[1] ?? ''
  const screen = read(module)
  const parts = [...screen.matchAll(/'(\.\/[\w-]+\.tsx)'/g)].map(([, part = '']) => part)
  return [screen, ...parts.map((part) => read(module.replace(/[\w-]+\.tsx$/, part.slice(2))))].join('\n')
}

describe('[SHELL-1] every screen has a title of its own', () => {
  test.each(names)('%s', (route) => {
    const { bar, tab, own } = TITLES[route]
    expect(bar !== undefined || tab !== undefined || own === true).toBe(true)
  })

  test.each(names.filter((route) => TITLES[route].own))('%s says it itself', (route) => {
    expect(sourceOf(route)).toContain('usePageTitle(')
  })

  test.each(LOCALES)('in %s, and no two of different screens are alike', (locale) => {
    // English stands in until a text is translated (`scripts/locale-parts.ts`).
    const texts = { ...textsOf('en'), ...textsOf(locale) }
    const titles = names.flatMap((route) => {
      const { bar, tab = bar, own } = TITLES[route]
      return tab === undefined || own ? [] : [texts[tab]]
    })
    expect(titles.filter((title) => title === undefined)).toEqual([])
    // Signup has two routes, one for those who have an account already.
    expect(titles.length - new Set(titles).size).toBe(1)
  })
})
