import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import source from '#locales/it.json'
import { MORE_ICONS } from '../app/ui/more-icons.ts'
import { firstModules } from './first-modules.ts'
import { partOf } from './locale-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const reached = (code: Record<string, string>): string[] => [
  ...firstModules('/a/main.tsx', (path) => code[path] ?? '').keys(),
]

describe('the modules that run before all texts are loaded', () => {
  test('[SHELL-1] end at a part that loads all texts beside itself', () => {
    const code = {
      '/a/main.tsx': `
        import { one } from './one.ts'
        import type { Gone } from './gone.ts'
        import { type GoneToo } from './gone.ts'
        import './look.css'
        export { two } from '../b/two.ts'
        const Dialog = lazyPart(() => import('./dialog.tsx').then((part) => part.Dialog))
        const Words = lazyPart(() => import('./first.tsx').then((part) => part.First), 'first')
        const Lander = lazyLander(() => import('./lander.tsx').then((part) => part.Lander))
        const Member = lazyLander(() => import('./member.tsx').then((part) => part.Member), 'all')
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

  test('[SHELL-1] count the strings of their code, not those of their types', () => {
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

const modules = [...firstModules(join(root, 'app/main.tsx'))].map(([path, module]) => ({
  path: relative(root, path),
  strings: module.strings,
  prefixes: module.prefixes,
}))
const paths = modules.map(({ path }) => path)

const PLURAL = /_(zero|one|two|few|many|other)$/
const KEYS = Object.keys(source)
/** The texts whose keys a module contains, with all plural forms. */
const textsIn = (strings: ReadonlySet<string>): string[] =>
  KEYS.filter((key) => strings.has(key) || strings.has(key.replace(PLURAL, '')))

describe('[SHELL-1] the first modules of the app', () => {
  test('are the shell, the first screens, the dialogs over them, and what every page loads later', () => {
    const expected = [
      'app/deferred-start.ts',
      'app/shell/footer.tsx',
      'app/shell/login-dialog.tsx',
      'app/shell/start-versions.tsx',
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

  test('use only texts of the areas that load first, so no key is ever on the screen', () => {
    const missing = modules.flatMap(({ path, strings }) => {
      // Landers also load their own area [SITE-6].
      const loaded = path.startsWith('app/features/landers/') ? ['first', 'landers'] : ['first']
      return textsIn(strings).flatMap((key) => (loaded.includes(partOf(key)) ? [] : [`${key} in ${path}`]))
    })
    expect(missing).toEqual([])
  })

  test('make keys only of codes whose areas load first', () => {
    const prefixes = modules.flatMap(({ prefixes: made }) => Array.from(made))
    expect(prefixes.filter((prefix) => partOf(`${prefix}.code`) !== 'first')).toEqual([])
  })
})

test('[SHELL-16] modules that may show before all icons have loaded use only the first icons', () => {
  const shown = modules
    .filter(({ path }) => path !== 'app/ui/more-icons.ts')
    .flatMap(({ path, strings }) =>
      Object.keys(MORE_ICONS)
        .filter((name) => strings.has(name))
        .map((name) => `${name} in ${path}`),
    )
  expect(shown).toEqual([])
})
