/** robots.txt and the sitemap: the paths that search engines may crawl, and the pages in all languages [SITE-14]. */
import type { Locale } from '#contract/locales.ts'
import type { VisitorPage } from './client-documents.ts'
import { escaped, urlOf } from './heads.ts'

type Site = { url: string; locales: readonly Locale[] }

/** Forms, and search, which lists people: pages that nobody looks for in a search engine. */
const UNLISTED: ReadonlySet<string> = new Set(['/members', '/login', '/signup', '/complaints'])

export const robotsText = (site: Pick<Site, 'url'>): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /photos/',
    'Disallow: /sandbox/',
    'Disallow: /dev/',
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
    '',
  ].join('\n')

/** Each page in each language, with links to its other languages. */
export const siteMap = (site: Site, pages: readonly VisitorPage[]): string => {
  const listed = pages.filter(({ path }) => !UNLISTED.has(path))
  const urls = listed.flatMap((page) => [null, ...site.locales].map((locale) => entry(site, page, locale)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

const entry = (site: Site, page: VisitorPage, locale: Locale | null): string => {
  const others = [...site.locales, null].map(
    (code) =>
      `<xhtml:link rel="alternate" hreflang="${code ?? 'x-default'}" href="${escaped(urlOf(site, page, code))}"/>`,
  )
  return `<url><loc>${escaped(urlOf(site, page, locale))}</loc>${others.join('')}</url>`
}
