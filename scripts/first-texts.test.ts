import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import source from '#locales/it.json'
import { firstModules } from './first-modules.ts'
import { partOf } from './locale-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = [...firstModules(join(root, 'app/main.tsx'))].map(([path, module]) => ({
  path: relative(root, path),
  strings: module.strings,
  prefixes: module.prefixes,
}))
const paths = modules.map(({ path }) => path)

const PLURAL = /_(zero|one|two|few|many|other)$/
const KEYS = Object.keys(source)
/** The texts whose keys stand in a module, with all plural forms. */
const textsIn = (strings: ReadonlySet<string>): string[] =>
  KEYS.filter((key) => strings.has(key) || strings.has(key.replace(PLURAL, '')))

describe('[SHELL-1] the modules that run before all texts are loaded', () => {
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
