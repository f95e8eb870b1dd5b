/** The head tags of a document for search engines and shared links [SITE-14]. They contain no text of members. */
import { LOCALE_PARAM } from '#contract/device.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { COUNTRY_LOCALES, type Locale } from '#contract/locales.ts'
import { filled } from '#contract/pages.ts'
import { documentAddress, type VisitorPage } from './client-documents.ts'

/** The site's present settings; `values` replace the placeholders in texts, in the document's language. */
export type Site = Pick<Settings, 'name' | 'title' | 'index_title' | 'description' | 'locales'> & {
  url: string
  values: Record<string, string>
}

export const PICTURE = { width: 1200, height: 630, type: 'image/png' }

type Tag = { name: 'meta' | 'link'; attributes: Record<string, string> }

const meta = (name: string, content: string): Tag => ({ name: 'meta', attributes: { name, content } })
const property = (name: string, content: string): Tag => ({ name: 'meta', attributes: { property: name, content } })

/** The URL of a page in a language; without a language, the server chooses the visitor's. */
export const urlOf = (site: Pick<Site, 'url'>, page: VisitorPage, locale: Locale | null): string =>
  `${site.url}${documentAddress(page)}${locale === null ? '' : `?${LOCALE_PARAM}=${locale}`}`

/** @param asked the language named in the URL, if any; @param locale the document's language */
export const headOf = (site: Site, page: VisitorPage, locale: Locale, asked: Locale | null): string => {
  const title = titleOf(site, page, locale)
  const own = page.name === 'index' ? site.description : ''
  const description = own || filled(page.heads[locale]?.description ?? '', site.values)
  const address = urlOf(site, page, asked)
  return rendered([
    meta('description', description),
    { name: 'link', attributes: { rel: 'canonical', href: address } },
    ...site.locales.map((code) => alternate(code, urlOf(site, page, code))),
    alternate('x-default', urlOf(site, page, null)),
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:locale', COUNTRY_LOCALES[locale]),
    ...site.locales
      .filter((code) => code !== locale)
      .map((code) => property('og:locale:alternate', COUNTRY_LOCALES[code])),
    property('og:image', `${site.url}/share/${page.picture}.png`),
    property('og:image:type', PICTURE.type),
    property('og:image:width', String(PICTURE.width)),
    property('og:image:height', String(PICTURE.height)),
    property('og:image:alt', title),
    meta('twitter:card', 'summary_large_image'),
  ])
}

/** Members' own pages and the targets of links in mails must not appear in search engines. */
export const PRIVATE_HEAD = '<meta name="robots" content="noindex">'

export const titleOf = (site: Site, page: VisitorPage, locale: Locale): string => {
  const own = page.name === 'index' ? site.index_title : ''
  return `${own || filled(page.heads[locale]?.title ?? '', site.values)} · ${site.title}`
}

const alternate = (hreflang: string, href: string): Tag => ({
  name: 'link',
  attributes: { rel: 'alternate', hreflang, href },
})

const rendered = (tags: readonly Tag[]): string =>
  tags
    .map(({ name, attributes }) => {
      const text = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)
      return `<${name} ${text.join(' ')}>`
    })
    .join('')

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
