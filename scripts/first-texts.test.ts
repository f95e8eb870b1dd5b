import { readFileSync } from 'node:fs'
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
  imports: module.imports,
}))
const paths = modules.map(({ path }) => path)

const PLURAL = /_(zero|one|two|few|many|other)$/
const KEYS = Object.keys(source)
/** The texts whose keys stand in a module, with all plural forms. */
const textsIn = (strings: ReadonlySet<string>): string[] =>
  KEYS.filter((key) => strings.has(key) || strings.has(key.replace(PLURAL, '')))

/** Explains how to allow pushes again. It awaits all texts before it uses them. */
const DENIED_TEXT = 'app/features/offers/denied-text.ts'

describe('[SHELL-1] the modules that run before all texts are loaded', () => {
  test('are the shell, the first screens, the dialogs over them, and what every page loads later', () => {
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

  test('use only texts of the areas that load first, so no key is ever on the screen', () => {
    const missing = modules
      .filter(({ path }) => path !== DENIED_TEXT)
      .flatMap(({ path, strings }) => {
        // Landers load an area of their own beside the first ones [SITE-6].
        const loaded = path.startsWith('app/features/landers/') ? ['first', 'landers'] : ['first']
        return textsIn(strings).flatMap((key) => (loaded.includes(partOf(key)) ? [] : [`${key} in ${path}`]))
      })
    expect(missing).toEqual([])
  })

  test('load all texts before they explain how to allow pushes again', () => {
    const importers = modules.filter(({ imports }) => imports.includes(join(root, DENIED_TEXT)))
    expect(importers.length).toBeGreaterThan(0)
    for (const { path } of importers)
      expect([path, readFileSync(join(root, path), 'utf8')]).toEqual([
        path,
        expect.stringContaining('await loadAllTexts()'),
      ])
  })

  test('make keys only of codes whose areas load first', () => {
    const prefixes = modules.flatMap(({ prefixes: made }) => Array.from(made))
    expect(prefixes.filter((prefix) => partOf(`${prefix}.code`) !== 'first')).toEqual([])
  })
})
