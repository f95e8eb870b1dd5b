import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import source from '#locales/it.json'
import { calls } from '../contract/calls.ts'
import { firstModules } from './first-modules.ts'
import { partOf } from './locale-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const found = firstModules(join(root, 'app/main.tsx'))
const modules = [...found].map(([path, { strings, prefixes, imports }]) => ({
  path: relative(root, path),
  strings,
  prefixes,
  imports,
}))
const paths = modules.map(({ path }) => path)

const PLURAL = /_(zero|one|two|few|many|other)$/
const KEYS = Object.keys(source)
/** All forms of the texts that stand in a module. */
const saidIn = (strings: ReadonlySet<string>): string[] =>
  KEYS.filter((key) => strings.has(key) || strings.has(key.replace(PLURAL, '')))
const first = KEYS.filter((key) => partOf(key) === 'first')

/** What a member says no to the browser: who shows it brings all texts itself. */
const BRINGS_ITSELF = 'app/features/offers/denied-text.ts'

/** What the first screens make keys of codes with; of `value` it is distances, of `field` what the login is refused for. */
const BY_CODE =
  /^(value\.distance_|field\.(required|email_invalid|invalid|too_long|password_too_long)$|error\.rate_limited_minutes)/

/** What any call may be refused with, whatever it is for. */
const ANY_CALL = [
  'invalid_json',
  'invalid_input',
  'request_type_missing',
  'foreign_origin',
  'authentication_required',
  'method_not_allowed',
  'body_too_large',
  'rate_limited',
  'not_found',
  'server_error',
  'network_unavailable',
  'shutting_down',
  'storage_full',
]
/** Asked for beside the screen; that it was refused is shown by nothing. */
const UNSEEN = new Set(['discountcode.get'])

const refusals = (): Set<string> => {
  const asked = new Set(modules.flatMap(({ strings }) => [...strings]))
  const own = Object.entries(calls)
    .filter(([name]) => asked.has(name) && !UNSEEN.has(name))
    .flatMap(([, call]) => call.errors)
  return new Set([...ANY_CALL, ...own].map((code) => `error.${code}`))
}

describe('[SHELL-1] what speaks before the rest of a language is here', () => {
  test('is the shell, the first screens, what may open over them, and what every page goes on with', () => {
    const expected = [
      'app/start-later.ts',
      'app/shell/footer.tsx',
      'app/shell/login-dialog.tsx',
      'app/shell/new-version.tsx',
      'app/features/index/index-screen.tsx',
      'app/features/members/filter-form.tsx',
      'app/features/likes/like-button.tsx',
      'app/features/discount/bonus-banner.tsx',
      'app/features/login/login-screen.tsx',
      'app/features/landers/lander-train.tsx',
      'app/features/entry-warning/entry-warning.tsx',
      'app/features/tracking/tracking-question.tsx',
    ]
    expect(paths).toEqual(expect.arrayContaining(expected))
    expect(paths.filter((path) => /signup-dialog|profile-screen|member-lander|install-dialog/.test(path))).toEqual([])
  })

  test('says nothing of the rest: no visitor waits for it, and no key is ever on the screen', () => {
    const missing = modules
      .filter(({ path }) => path !== BRINGS_ITSELF)
      .flatMap(({ path, strings }) => {
        // Landers come with their own part [SITE-6].
        const here = path.startsWith('app/features/landers/') ? ['first', 'landers'] : ['first']
        return saidIn(strings).flatMap((key) => (here.includes(partOf(key)) ? [] : [`${key} in ${path}`]))
      })
    expect(missing).toEqual([])
    for (const { path, imports } of modules.filter(({ imports }) => imports.includes(join(root, BRINGS_ITSELF))))
      expect([path, imports.length > 0 && readFileSync(join(root, path), 'utf8')]).toEqual([
        path,
        expect.stringContaining('await loadAllTexts()'),
      ])
  })

  test('can say every refusal of what it asks for', () => {
    expect([...refusals()].filter((key) => partOf(key) !== 'first')).toEqual([])
  })

  test('makes keys of no other codes', () => {
    const prefixes = modules.flatMap(({ path, prefixes: made }) => [...made].map((prefix) => `${prefix} in ${path}`))
    expect(prefixes.toSorted()).toEqual([
      'error in app/state/error-text.ts',
      'field in app/features/login/login-screen.tsx',
      'field in app/state/error-text.ts',
      'value in app/features/members/result-list.tsx',
    ])
  })

  test('says all of the first part: nobody’s first visit waits for what only later screens say', () => {
    const said = new Set([...modules.flatMap(({ strings }) => saidIn(strings)), ...refusals()])
    expect(first.filter((key) => !said.has(key) && !BY_CODE.test(key))).toEqual([])
  })
})

const reached = (code: Record<string, string>): string[] => [
  ...firstModules('/a/main.tsx', (path) => code[path] ?? '').keys(),
]

describe('the modules before the rest', () => {
  test('end where all texts come beside a part', () => {
    const code = {
      '/a/main.tsx': `
        import { one } from './one.ts'
        import type { Gone } from './gone.ts'
        import { type GoneToo } from './gone.ts'
        import './look.css'
        export { two } from '../b/two.ts'
        const Dialog = late(() => import('./dialog.tsx').then((part) => part.Dialog))
        const Said = late(() => import('./first.tsx').then((part) => part.First), 'first')
        const Lander = lateLander(() => import('./lander.tsx').then((part) => part.Lander))
        const Member = lateLander(() => import('./member.tsx').then((part) => part.Member), 'all')
        void import('./later.ts').then(({ start }) => start())`,
    }
    expect(reached(code)).toEqual([
      '/a/main.tsx',
      '/a/one.ts',
      '/b/two.ts',
      '/a/first.tsx',
      '/a/lander.tsx',
      '/a/later.ts',
    ])
  })

  test('are read for what they say, not for their types', () => {
    const [[, module] = []] = [
      ...firstModules(
        '/a/main.ts',
        () => `
        type Which = 'in.type'
        const KEYS = { a: 'in.table' } as const satisfies Record<string, 'in.satisfies'>
        // 'in.comment'
        export const say = (code: string): string => t(code ? 'in.call' : tCode('error', code))`,
      ),
    ]
    expect([...(module?.strings ?? [])]).toEqual(['in.table', 'in.call', 'error'])
    expect([...(module?.prefixes ?? [])]).toEqual(['error'])
  })
})
