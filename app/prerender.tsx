/** Renders visitors' pages and the shell's first paint to HTML at build time, in each language. They show before any script has loaded. */
import { prerender } from 'react-dom/static'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import type { Locale } from '#contract/locales.ts'
import { App, StartFrame } from './shell/app.tsx'
import { loadAllTexts, loadLocale, loadTexts, t, type TextKey } from './state/i18n.ts'

export { VISITOR_PAGES } from './visitor-pages.ts'

/** The build has no browser and no budget of bytes, so it loads all texts. */
const HEADS = import.meta.glob<Record<string, string>>('../locales/*.json', { query: '?head', import: 'default' })
const LANDERS = import.meta.glob<Record<string, string>>('../locales/*.json', { query: '?landers', import: 'default' })

const nothing = (): void => {}

/** A page that does not render fails the build. */
const fail = (error: unknown): never => {
  throw error
}

export const speak = async (locale: Locale): Promise<void> => {
  await loadLocale(locale)
  await Promise.all([loadAllTexts(), loadTexts(HEADS), loadTexts(LANDERS)])
}

/** The placeholders for values of the site stay: the server fills them. */
export const textOf = (key: string): string => t(key as TextKey, { siteName: '{{siteName}}', age: '{{age}}' })

type Markup = { html: string; styles: string }

/** @returns the markup of `#root` in the loaded language, and the inline styles of its elements as a style sheet */
export const prerenderPage = (path: string): Promise<Markup> =>
  markupOf(
    <Router ssrPath={path}>
      <App onShown={nothing} />
    </Router>,
  )

/** @returns the markup that the shell shows until the app renders, in the loaded language */
export const prerenderFrame = async (): Promise<string> => {
  const { html, styles } = await markupOf(
    <StartFrame
      late={
        <>
          {t('shell.late')} <a href="">{t('shell.reload')}</a>
        </>
      }
    />,
  )
  // The styles would apply to the stored markup that replaces this one, too.
  if (styles !== '') throw new Error(`The frame has inline styles: ${styles}`)
  return html
}

const markupOf = async (page: ReactNode): Promise<Markup> => {
  // One chunk: React moves a later chunk into place by an inline script, which the policy forbids.
  const { prelude } = await prerender(page, { onError: fail, progressiveChunkSize: Number.POSITIVE_INFINITY })
  return withStylesApart(await new Response(prelude).text())
}

/** The content security policy forbids style attributes, and hydration does not set those of existing markup. */
const withStylesApart = (html: string): Markup => {
  const found: string[] = []
  const numberOf = (style: string): number => (found.includes(style) ? found.indexOf(style) : found.push(style) - 1)
  const apart = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => ` data-style="${numberOf(style)}"`)
  return { html: apart, styles: found.map((style, at) => `[data-style="${at}"]{${plain(style)}}`).join('') }
}

const plain = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
