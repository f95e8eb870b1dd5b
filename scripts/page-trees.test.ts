import { placeOf } from '#contract/screen-paths.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Block, Inline } from '../app/features/pages/page-tree.ts'
import { LOCALES } from '../contract/locales.ts'
import { PAGES } from '../contract/pages.ts'
import { HOUSE_RULES } from '../contract/rules/house-rules.ts'
import { PageError, readPages, treeOf } from './page-trees.ts'

const folder = fileURLToPath(new URL('../locales/pages', import.meta.url))
const inlinesOf = (block: Block): Inline[] => (block.kind === 'list' ? block.items.flat() : block.inlines)
const linksOf = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((inline) =>
    inline.kind === 'text' ? [] : [...(inline.kind === 'link' ? [inline.href] : []), ...linksOf(inline.inlines)],
  )
const wordsOf = (inline: Inline): string =>
  inline.kind === 'text' ? inline.text : inline.inlines.map(wordsOf).join('')
/** Kind, level or length of each block, and the screens that it leads to: a translation has the same. */
const shapeOf = (blocks: readonly Block[]): (string | number)[][] =>
  blocks.map((block) => [
    block.kind,
    ...(block.kind === 'list' ? [block.items.length] : []),
    ...(block.kind === 'heading' ? [block.level] : []),
    ...linksOf(inlinesOf(block)).filter((href) => href.startsWith('/')),
  ])

describe('a page', () => {
  test('[SITE-7] is title, description and blocks', () => {
    const tree = treeOf(
      '# Hi at {{siteName}}\n\nFirst\nlines.\n\n## One: two\n\n- a **b**\n- [c](/complaints)\n',
      'x.md',
    )
    expect(tree).toEqual({
      title: 'Hi at {{siteName}}',
      description: 'First lines.',
      blocks: [
        { kind: 'heading', level: 2, id: 'one-two', inlines: [{ kind: 'text', text: 'One: two' }] },
        {
          kind: 'list',
          ordered: false,
          items: [
            [
              { kind: 'text', text: 'a ' },
              { kind: 'strong', inlines: [{ kind: 'text', text: 'b' }] },
            ],
            [{ kind: 'link', href: '/complaints', inlines: [{ kind: 'text', text: 'c' }] }],
          ],
        },
      ],
    })
  })

  test('keeps values of the site in links', () => {
    const [block] = treeOf('# A\n\nB\n\n[x](mailto:{{supportEmail}})', 'x.md').blocks
    expect(block && linksOf(inlinesOf(block))).toEqual(['mailto:{{supportEmail}}'])
  })

  test.each([
    ['no title', 'Hello\n\nthere'],
    ['a value nobody knows', '# A\n\nB {{nothing}}'],
    ['HTML', '# A\n\nB\n\n<b>x</b>'],
    ['a picture', '# A\n\nB\n\n![x](/x.png)'],
    ['a link to another site', '# A\n\nB\n\n[x](https://else.test/)'],
    ['a script', '# A\n\nB\n\n[x](javascript:alert(1))'],
    ['a list in a list', '# A\n\nB\n\n- a\n  - b\n'],
  ])('is not built with %s', (_, markdown) => {
    expect(() => treeOf(markdown, 'x.md')).toThrow(PageError)
  })
})

describe.each(LOCALES)('[SHELL-3][SITE-7] the pages in %s', (locale) => {
  test('are all written in it, with the same parts as in Italian', async () => {
    expect(readdirSync(join(folder, locale)).toSorted()).toEqual(PAGES.map((name) => `${name}.md`).toSorted())
    const [pages, source] = await Promise.all([readPages(locale), readPages('it')])
    for (const name of PAGES) {
      expect([name, shapeOf(pages[name].blocks)]).toEqual([name, shapeOf(source[name].blocks)])
      expect(pages[name].description.length).toBeLessThanOrEqual(170)
    }
  })

  test('[DESK-8] number the house rules that a statement of reasons names, with the same titles', async () => {
    const { blocks } = (await readPages(locale)).ban
    const texts = v.parse(
      v.record(v.string(), v.string()),
      JSON.parse(readFileSync(join(folder, '..', `${locale}.json`), 'utf8')),
    )
    const at = blocks.findIndex((block) => block.kind === 'list' && block.ordered)
    const rules = blocks[at]
    const titles = rules?.kind === 'list' ? rules.items.map(([title]) => (title ? wordsOf(title) : '')) : []
    expect(titles).toEqual(HOUSE_RULES.map((rule) => `${texts[`safety.rule_${rule}`] ?? ''}.`))
    expect(blocks.slice(0, at).map((block) => inlinesOf(block).map(wordsOf).join(''))).toContain(
      texts['safety.rule_other'],
    )
  })

  test('lead to screens that are there', async () => {
    const pages = Object.values(await readPages(locale))
    const links = pages.flatMap(({ blocks }) => blocks.flatMap((block) => linksOf(inlinesOf(block))))
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((href) => href.startsWith('/') && placeOf(href) === null)).toEqual([])
  })
})
