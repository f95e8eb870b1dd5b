/**
 * Parses the static pages of a language from Markdown: `locales/pages/it?pages` is a module with the trees of all pages.
 * Forbidden content (HTML, images, tables, an unknown value) fails the build.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Block, Inline, PageTree, PageTrees } from '../app/features/pages/page-tree.ts'
import { PAGES, unknownValues, type PageName } from '../contract/pages.ts'

const folder = fileURLToPath(new URL('../locales/pages', import.meta.url))

export class PageError extends Error {}

export const pageTrees = (): Plugin => ({
  name: 'page-trees',
  enforce: 'pre',
  resolveId: {
    filter: { id: /locales\/pages\/\w\w\?pages$/ },
    handler: (id) => join(folder, id.slice(id.lastIndexOf('/') + 1)),
  },
  load: {
    filter: { id: /locales\/pages\/\w\w\?pages$/ },
    handler: async (id) => {
      const locale = /(\w\w)\?pages$/.exec(id)?.[1] ?? ''
      const json = JSON.stringify(JSON.stringify(await readPages(locale)))
      return { code: `export default JSON.parse(${json})`, map: null, moduleType: 'js' }
    },
  },
})

/** @throws PageError that names the page and what is wrong with it */
export const readPages = async (locale: string): Promise<PageTrees> => {
  const trees = await Promise.all(
    PAGES.map(async (name): Promise<[PageName, PageTree]> => {
      return [name, treeOf(await readPage(locale, name), `${locale}/${name}.md`)]
    }),
  )
  // The cast is safe: the object was made from all names.
  return Object.fromEntries(trees) as PageTrees
}

/** Returns the English page if the language has none yet. */
const readPage = (locale: string, name: PageName): Promise<string> =>
  readFile(join(folder, locale, `${name}.md`), 'utf8').catch(() => readFile(join(folder, 'en', `${name}.md`), 'utf8'))

/** @param where the place in the file, for the error's message */
export const treeOf = (markdown: string, where: string): PageTree => {
  const fail = (what: string): never => {
    throw new PageError(`${where}: ${what}`)
  }
  const unknown = unknownValues(markdown)
  if (unknown.length > 0) fail(`no value of the site: ${unknown.join(', ')}`)

  const inlinesOf = (tokens: readonly Token[] = []): Inline[] =>
    tokens.map((token): Inline => {
      if (token.type === 'text' || token.type === 'escape') return { kind: 'text', text: plain(token.raw) }
      if (token.type === 'strong') return { kind: 'strong', inlines: inlinesOf(token.tokens) }
      if (token.type === 'link')
        return { kind: 'link', href: hrefOf(token as Tokens.Link), inlines: inlinesOf(token.tokens) }
      return fail(`${token.type} is not for pages: ${token.raw}`)
    })
  const hrefOf = ({ href }: Tokens.Link): string => {
    const to = decodeURI(href)
    return /^(\/[\w/-]*|(mailto|tel):\S+)$/.test(to) ? to : fail(`a link leads away: ${to}`)
  }
  const itemOf = (item: Tokens.ListItem): Inline[] => {
    const [only, ...more] = item.tokens
    return only?.type === 'text' && more.length === 0
      ? inlinesOf((only as Tokens.Text).tokens)
      : fail('a list in a list')
  }
  const blockOf = (token: Token): Block => {
    if (token.type === 'paragraph') return { kind: 'paragraph', inlines: inlinesOf(token.tokens) }
    if (token.type === 'list') {
      const list = token as Tokens.List
      return { kind: 'list', ordered: list.ordered, items: list.items.map(itemOf) }
    }
    if (token.type !== 'heading') return fail(`${token.type} is not for pages: ${token.raw}`)
    const { depth, text, tokens } = token as Tokens.Heading
    if (depth !== 2 && depth !== 3) return fail(`a heading of level ${depth}: ${text}`)
    return { kind: 'heading', level: depth, id: idOf(text), inlines: inlinesOf(tokens) }
  }

  const [first, second, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  if (first?.type !== 'heading' || (first as Tokens.Heading).depth !== 1) return fail('begins without a title')
  if (second?.type !== 'paragraph') return fail('says nothing of itself below its title')
  return {
    title: plain((first as Tokens.Heading).text),
    description: plain((second as Tokens.Paragraph).text),
    blocks: rest.map(blockOf),
  }
}

/** Replaces a line break of the source with one space. */
const plain = (raw: string): string => raw.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')

/** The anchor of a heading. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\{\{\w+\}\}|\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
