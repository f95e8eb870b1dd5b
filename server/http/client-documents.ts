/**
 * The documents made by the build (`scripts/build-documents.ts`): the shell, the visitors' pages and their head texts.
 */
import * as v from 'valibot'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { ClientFile } from './client-files.ts'

const FOLDER = '/documents/'

const Head = v.object({ title: v.string(), description: v.string() })
const VisitorPage = v.object({
  path: v.string(),
  /** A second path of the same page. */
  also: v.optional(v.string()),
  name: v.string(),
  picture: v.string(),
  heads: v.record(v.picklist(LOCALES), Head),
})
/** A page that visitors reach from elsewhere; its path may end with an optional part: `/landers/video/:slug?`. */
export type VisitorPage = v.InferOutput<typeof VisitorPage>

const Contents = v.object({
  /** The files with all texts of the app in a language. */
  texts: v.record(v.picklist(LOCALES), v.array(v.string())),
  pages: v.array(VisitorPage),
})

export type Documents = {
  shell: ReadonlyMap<Locale, string>
  pages: readonly VisitorPage[]
  textsOf: (locale: Locale) => readonly string[]
  /** The page's prerendered HTML; undefined if only the app renders it. */
  markupOf: (page: VisitorPage, locale: Locale) => string | undefined
}

/** @param files of `readClientFiles`; documents are removed from it, so that no URL serves one as a plain file */
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

/** The visitors' page at a path; the last part may be a slug. */
export const pageAt = (pages: readonly VisitorPage[], path: string): VisitorPage | undefined => {
  const parts = partsOf(path)
  return pages.find((page) => {
    if (page.also !== undefined && isSame(partsOf(page.also), parts)) return true
    const wanted = partsOf(documentAddress(page))
    const takesSlug = page.path.endsWith('?') && parts.length === wanted.length + 1
    return isSame(wanted, takesSlug ? parts.slice(0, -1) : parts)
  })
}

/** The page's canonical path, without a slug. */
export const documentAddress = ({ path }: VisitorPage): string => path.replace(/\/:\w+\?$/, '')

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('/') === other.join('/')

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')
