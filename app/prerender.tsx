/** Visitors' pages as HTML, made at build time in each language: they are seen before any script has come. */
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { Locale } from '#contract/locales.ts'
import { App } from './shell/app.tsx'
import { loadAllTexts, loadLocale, loadTexts, t, type TextKey } from './state/i18n.ts'

export { VISITOR_PAGES } from './visitor-pages.ts'

/** Made without a browser, so all texts may come at once. */
const HEADS = import.meta.glob<Record<string, string>>('../locales/*.json', { query: '?head', import: 'default' })
const LANDERS = import.meta.glob<Record<string, string>>('../locales/*.json', { query: '?landers', import: 'default' })

const nothing = (): void => {}

/** A page that does not render is none: the build says so. */
const fail = (error: unknown): never => {
  throw error
}

export const speak = async (locale: Locale): Promise<void> => {
  await loadLocale(locale)
  await Promise.all([loadAllTexts(), loadTexts(HEADS), loadTexts(LANDERS)])
}

/** @param values of the site, left as they are: the server knows them */
export const textOf = (key: string): string => t(key as TextKey, { siteName: '{{siteName}}', age: '{{age}}' })

/** @returns the markup of `#root` in the language spoken, and the styles that its elements have for themselves */
export const prerenderPage = async (path: string): Promise<{ html: string; styles: string }> => {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <App onShown={nothing} />
    </Router>,
    // In one piece: what React would send later it would put in place by an inline script.
    { onError: fail, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return withStylesApart(await new Response(prelude).text())
}

/** The policy lets no style attribute pass, and the app does not set those of markup that it takes over. */
const withStylesApart = (html: string): { html: string; styles: string } => {
  const found: string[] = []
  const numberOf = (style: string): number => (found.includes(style) ? found.indexOf(style) : found.push(style) - 1)
  const apart = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${numberOf(style)}"`)
  return { html: apart, styles: found.map((style, at) => `[data-style="${at}"]{${plain(style)}}`).join('') }
}

const plain = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
