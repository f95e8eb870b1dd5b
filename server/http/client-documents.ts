/** The documents that the build has made (`scripts/build-documents.ts`): the shell, visitors' pages, what their heads say. */
import * as v from 'valibot'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { ClientFile } from './client-files.ts'

const FOLDER = '/documents/'

const Head = v.object({ title: v.string(), description: v.string() })
const VisitorPage = v.object({
  path: v.string(),
  /** Where the same page is found too. */
  also: v.optional(v.string()),
  name: v.string(),
  picture: v.string(),
  heads: v.record(v.picklist(LOCALES), Head),
})
/** A page that visitors find from elsewhere; what may be left out of its path stands at the end: `/landers/video/:slug?`. */
export type VisitorPage = v.InferOutput<typeof VisitorPage>

const Contents = v.object({
  /** Which files hold all that the app says in a language. */
  texts: v.record(v.picklist(LOCALES), v.array(v.string())),
  pages: v.array(VisitorPage),
})

export type Documents = {
  shell: ReadonlyMap<Locale, string>
  pages: readonly VisitorPage[]
  textsOf: (locale: Locale) => readonly string[]
  /** The page with its markup in it; none where the app makes it. */
  markupOf: (page: VisitorPage, locale: Locale) => string | undefined
}

/** @param files of `readClientFiles`: documents are taken out of them, since no path of the site leads to one as it is */
export const takeDocuments = (files: Map<string, ClientFile>): Documents => {
  const texts = new Map<string, string>()
  for (const [path, { bytes }] of files) {
    if (!path.startsWith(FOLDER)) continue
    texts.set(path.slice(FOLDER.length), new TextDecoder().decode(bytes))
    files.delete(path)
  }
  const contents = v.parse(Contents, JSON.parse(texts.get('documents.json') ?? '{"texts":{},"pages":[]}'))
  const shells = LOCALES.map((locale) => [locale, texts.get(`shell.${locale}.html`)] as const)
  return {
    shell: new Map(shells.flatMap(([locale, html]) => (html === undefined ? [] : [[locale, html]]))),
    pages: contents.pages,
    textsOf: (locale) => contents.texts[locale] ?? [],
    markupOf: ({ name }, locale) => texts.get(`${name}.${locale}.html`),
  }
}

/** The page of a path that is one of the site's; its last part may be a slug. */
export const pageAt = (pages: readonly VisitorPage[], path: string): VisitorPage | undefined => {
  const parts = partsOf(path)
  return pages.find((page) => {
    if (page.also !== undefined && isSame(partsOf(page.also), parts)) return true
    const wanted = partsOf(addressOf(page))
    const takesSlug = page.path.endsWith('?') && parts.length === wanted.length + 1
    return isSame(wanted, takesSlug ? parts.slice(0, -1) : parts)
  })
}

/** Where the page is, without a slug: with one it is the same page. */
export const addressOf = ({ path }: VisitorPage): string => path.replace(/\/:\w+\?$/, '')

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('/') === other.join('/')

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')
