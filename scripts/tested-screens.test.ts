/** Every screen and every hook of the app has a unit test that imports it, so that no mistake in one waits for the browser suite. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = readdirSync(join(root, 'app'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)))

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const isSubject = (file: string): boolean =>
  !isTest(file) && /-screen\.tsx$|^chat-screens\.tsx$|^use-[a-z-]+\.tsx?$/.test(basename(file))

/** @returns the files that a module imports for their values; an import of types alone runs nothing */
const importsOf = (file: string, source: string): string[] =>
  parseAst(source, { lang: 'tsx' }).body.flatMap((node) =>
    node.type === 'ImportDeclaration' && node.importKind !== 'type' ? [join(dirname(file), node.source.value)] : [],
  )

const untested = (subjects: readonly string[], imported: readonly string[]): string[] =>
  subjects.filter((file) => !imported.includes(file))

test('an import of a value is recognised, an import of a type and a mock are not', () => {
  const source = `import { A } from './a-screen.tsx'
import type { B } from './b-screen.tsx'
import { type C, D } from '../d/use-d.ts'
vi.mock('./e-screen.tsx', () => ({}))`
  const imported = importsOf('app/x/x.test.tsx', source)
  expect(imported).toEqual(['app/x/a-screen.tsx', 'app/d/use-d.ts'])
  expect(untested(['app/x/a-screen.tsx', 'app/x/b-screen.tsx'], imported)).toEqual(['app/x/b-screen.tsx'])
})

test('each screen and each hook of the app is imported by a unit test', () => {
  const subjects = files.filter(isSubject)
  expect(subjects.length).toBeGreaterThan(60)
  const imported = files.filter(isTest).flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
  expect(untested(subjects, imported)).toEqual([])
})
