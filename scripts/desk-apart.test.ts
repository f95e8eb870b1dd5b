import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deskTracesIn } from './desk-traces.ts'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { isNode } from './first-modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The modules that a source imports when it runs, by path from the root. Type imports do not count. */
const importsOf = (path: string, code: string): string[] => {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return undefined
    const source = node['source']
    const isType = node['importKind'] === 'type' || node['exportKind'] === 'type'
    if (isNode(source) && typeof source['value'] === 'string' && !isType) found.push(source['value'])
    return Object.values(node).forEach(visit)
  }
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found.map((from) => {
    if (from.startsWith('.')) return relative(root, join(dirname(path), from))
    return from.startsWith('#') ? from.slice(1) : from
  })
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name))

const edges = (path: string): string[] => importsOf(join(root, path), readFileSync(join(root, path), 'utf8'))
const isOfDesk = (path: string): boolean => /^(?:app|contract|locales)\/desk\//.test(path)

describe('the desk is a part of its own', () => {
  test('[DESK-16] nothing that members load imports the desk', () => {
    const members = ['app', 'sw', 'worker', 'contract'].flatMap(sourcesIn).filter((path) => !isOfDesk(path))
    expect(members.length).toBeGreaterThan(300)
    expect(
      members.flatMap((path) =>
        edges(path)
          .filter(isOfDesk)
          .map((to) => `${path} imports ${to}`),
      ),
    ).toEqual([])
  })

  test('[DESK-16] the desk draws each box to tick and each round choice by the part of the app, in the colours of the site', () => {
    const native = /<input\b[^>]*\btype="(?:radio|checkbox)"/
    const screens = sourcesIn('app/desk').filter((path) => path.endsWith('.tsx'))
    expect(screens.length).toBeGreaterThan(50)
    expect(screens.filter((path) => native.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })

  test('[DESK-16] the desk imports no feature or state of the app and one of its ports, also through others', () => {
    const reached = new Map<string, string>()
    const follow = (path: string, by: string): void => {
      if (reached.has(path) || !/\.tsx?$/.test(path)) return
      reached.set(path, by)
      for (const to of edges(path)) if (to.startsWith('app/')) follow(to, path)
    }
    for (const path of sourcesIn('app/desk')) follow(path, '')
    const foreign = [...reached].filter(
      ([path]) => !isOfDesk(path) && !path.startsWith('app/ui/') && path !== 'app/ports/passkeys.ts',
    )
    expect(foreign.map(([path, by]) => `${by} imports ${path}`)).toEqual([])
  })

  test('[DESK-16] the search in built files finds calls, errors and texts of the desk, and ignores names that members share', () => {
    const code = 'a("case.decide");b={error:"second_factor_required"};t(`queue.title`);c("photos.add","shared.call")'
    expect(deskTracesIn(code, ['photos.add']).toSorted()).toEqual([
      'case.decide',
      'queue.title',
      'second_factor_required',
    ])
    expect(deskTracesIn('fetch("/api/desk/me");x="not_found"', [])).toEqual([])
  })

  test('the check sees imports of code and on demand, and ignores types', () => {
    const source = `import { a } from './a.ts'
      import type { B } from './b.ts'
      const later = () => import('../c.tsx')
      export { d } from '#contract/d.ts'`
    expect(importsOf(join(root, 'app/x/y.ts'), source)).toEqual(['app/x/a.ts', 'app/c.tsx', 'contract/d.ts'])
  })
})
