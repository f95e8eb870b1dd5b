import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { isNode, type Node } from './first-modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const app = join(root, 'app')

type Lookup = { name: string; sheet: string }

/** Classes that a style sheet defines. Comments, addresses and numbers have dots, too, but no class is written in them. */
const classesIn = (css: string): Set<string> => {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '')
  return new Set(Array.from(selectors.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g), ([, name]) => name ?? ''))
}

/** Lookups of CSS modules in a source, such as `styles.head`: the class and the path of its sheet. */
const lookupsIn = (code: string, path: string): Lookup[] => {
  const sheets = new Map<string, string>()
  const lookups: Lookup[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return undefined
    if (node.type === 'ImportDeclaration') noteSheet(node)
    if (node.type === 'MemberExpression' && isNode(node['object']) && isNode(node['property'])) {
      const sheet = sheets.get(String(node['object']['name']))
      const name = node['computed'] === true ? node['property']['value'] : node['property']['name']
      if (sheet !== undefined && typeof name === 'string') lookups.push({ name, sheet })
    }
    return Object.values(node).forEach(visit)
  }
  const noteSheet = ({ source, specifiers }: Node): void => {
    const from = isNode(source) ? String(source['value']) : ''
    if (!from.endsWith('.module.css') || !Array.isArray(specifiers)) return
    for (const specifier of specifiers)
      if (isNode(specifier) && isNode(specifier['local']))
        sheets.set(String(specifier['local']['name']), join(dirname(path), from))
  }
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
  return lookups
}

const unknownIn = (lookups: readonly Lookup[], read: (sheet: string) => string): Lookup[] => {
  const classes = new Map(
    [...new Set(lookups.map(({ sheet }) => sheet))].map((sheet) => [sheet, classesIn(read(sheet))]),
  )
  return lookups.filter(({ name, sheet }) => classes.get(sheet)?.has(name) !== true)
}

/** Conditions of `@media` that name a size of the window in pixels. */
const sizesIn = (css: string): string[] => css.match(/@media[^{]*\((?:min-|max-)?(?:width|height)\b[^{]*/g) ?? []

test('[SHELL-6] breakpoints are in media.css alone', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  expect(
    sheets.flatMap((name) => sizesIn(readFileSync(join(app, name), 'utf8')).map((at) => `${name}: ${at}`)),
  ).toEqual([])
  expect(sizesIn('@media (--from-large) {} @media print, (max-width: 3px) {}')).toHaveLength(1)
})

/**
 * The last elements of the selectors whose rules draw a frame with a shadow, or lift a part off the page by one. High contrast mode shows no
 * shadow. A rule with a border of its own needs no other.
 */
const framesIn = (css: string): string[] => {
  const rules = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/([^{};]+)\{([^{}]*box-shadow:\s*(?:inset 0 0 0 1(?:\.5)?px|var\(--shadow\))[^{}]*)\}/g)
  const selectors = Array.from(rules, ([, selector = '', rule = '']) =>
    /border: \dpx/.test(rule) ? [] : selector.split(','),
  ).flat()
  return selectors.flatMap((selector) => /(?:\.[\w-]+)+$/.exec(selector.trim())?.[0] ?? [])
}

/** Rules with the border that only the colours of the system show, and the selected states there. */
const FORCED = /[^{}]+\{[^{}]*border: var\(--forced-line\)|@media \(forced-colors: active\) \{(?:[^{}]*\{[^{}]*\})*/g

test('[SHELL-19] a frame or an edge that a shadow draws is a border in high contrast mode', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const missing = sheets.flatMap((name) => {
    const css = readApp(name)
    const bordered = classesIn(css.match(FORCED)?.join('') ?? '')
    return framesIn(css)
      .filter((frame) => [...classesIn(frame)].every((one) => !bordered.has(one)))
      .map((frame) => `${name}: ${frame}`)
  })
  expect(missing).toEqual([])
  const frame = '{ box-shadow: inset 0 0 0 1px red }'
  expect(framesIn(`.a ${frame} .b .c.d, .e ${frame} .f:hover ${frame}`)).toEqual(['.a', '.c.d', '.e'])
  const lifted = 'box-shadow: var(--shadow)'
  expect(framesIn(`.a { ${lifted} } .b { border: 1px solid red; ${lifted} }`)).toEqual(['.a'])
})

/** The selectors of bars and dots that a fill alone draws, which high contrast mode does not show. */
const barsIn = (css: string): string[] =>
  Array.from(
    css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*block-size: [3-8]px[^{}]*)\}/g),
    ([, selector = '', rule = '']) =>
      /background: (?!none)/.test(rule) && !/border[\w-]*: \d|forced-color-adjust/.test(rule) ? selector.trim() : '',
  ).filter((selector) => selector !== '')

test('[SHELL-19] a bar or dot that a fill draws is a border in high contrast mode', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const missing = sheets.flatMap((name) => {
    const css = readApp(name)
    const shown = classesIn(css.match(FORCED)?.join('') ?? '')
    return barsIn(css)
      .filter((bar) => [...classesIn(bar)].every((one) => !shown.has(one)))
      .map((bar) => `${name}: ${bar}`)
  })
  expect(missing).toEqual([])
  expect(
    barsIn('.a { block-size: 3px; background: red } .b { block-size: 3px; border: 1px solid; background: red }'),
  ).toEqual(['.a'])
})

const readApp = (name: string): string => readFileSync(join(app, name), 'utf8')
const numbersIn = (text: string, pattern: RegExp): number[] =>
  Array.from(text.matchAll(pattern), ([, number]) => Number(number))

const USUAL_TEXT_PX = 16
const pixels = (text: string, pattern: RegExp): number[] => numbersIn(text, pattern).map((rem) => rem * USUAL_TEXT_PX)

test('[SHELL-6][SHELL-19] the breakpoints of the layout are 576, 768, 992 and 1200 px, and grow with the text, in scripts as in style sheets', () => {
  expect(pixels(readApp('ui/media.css'), /--from-\w+ \(min-width: ([\d.]+)rem\)/g)).toEqual([576, 768, 992, 1200])
  expect(pixels(readApp('ui/media.css'), /--below-(?:large|wide) \(max-width: ([\d.]+)rem\)/g)).toEqual([
    1199.98, 991.98,
  ])
  expect(pixels(readApp('ports/screen-size.ts'), /min-width: ([\d.]+)rem/g)).toEqual([992])
  const [snapshot = ''] = /BREAKPOINTS_REM = \[.*\]/.exec(readApp('shell/take-snapshot.ts')) ?? []
  expect(pixels(snapshot, /(\d+)/g)).toEqual([576, 768, 992, 1200])
})

/** The photo viewer zooms its photo by itself. */
const OWN_ZOOM = 'features/profile/zoom-area.module.css'

test('[SHELL-19] two fingers zoom the page also where one finger swipes', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const rules = sheets
    .filter((name) => name !== OWN_ZOOM)
    .flatMap(
      (name) =>
        readApp(name)
          .match(/touch-action: [^;]*/g)
          ?.map((rule) => `${name}: ${rule}`) ?? [],
    )
  expect(rules.length).toBeGreaterThan(3)
  expect(rules.filter((rule) => !/pinch-zoom|auto|manipulation/.test(rule))).toEqual([])
})

/** Rules for a pointer over something that hold on a touch screen, too. */
const stickyIn = (css: string): string[] =>
  css.replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '').match(/[^{}\n]*:hover[^{}\n]*/g) ?? []

test('[SHELL-19] the look under a pointer is for devices that have one: touch would leave it on the next screen', () => {
  const sheets = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  expect(
    sheets.flatMap((name) => stickyIn(readFileSync(join(app, name), 'utf8')).map((at) => `${name}: ${at}`)),
  ).toEqual([])
  expect(stickyIn('.a:hover { x } @media (hover: hover) { .b { y } .c:hover { z } } .d:hover { w }')).toHaveLength(2)
})

describe('CSS modules', () => {
  test('[SHELL-1] a component looks up only classes that its style sheet defines', () => {
    const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const unknown = sources.flatMap((name) => {
      const [path, code] = [join(app, name), readApp(name)]
      const lookups = code.includes('.module.css') ? lookupsIn(code, path) : []
      return unknownIn(lookups, (sheet) => readFileSync(sheet, 'utf8')).map(
        (lookup) => `${name}: ${lookup.name} is not in ${relative(app, lookup.sheet)}`,
      )
    })
    expect(unknown).toEqual([])
  })

  test('the check reads both ways to look up a class, and finds an unknown one', () => {
    const code = `
      import styles from './card.module.css'
      import { other } from './other.ts'
      export const Card = () => <i className={styles.head} title={other.seats} id={styles['wide-card']}>{styles.seats}</i>`
    const css = '/* .seats */ .head { inset: .5rem } @media (x) { .wide-card:hover { background: url(a.seats) } }'
    const lookups = lookupsIn(code, '/a/card.tsx')
    expect(lookups.map(({ name }) => name)).toEqual(['head', 'wide-card', 'seats'])
    expect(unknownIn(lookups, () => css)).toEqual([{ name: 'seats', sheet: '/a/card.module.css' }])
  })
})
