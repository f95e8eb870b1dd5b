/** The front page as HTML, made at build time in each language: a visitor sees it before any script has come. */
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import type { Locale } from '#contract/locales.ts'
import { App } from './shell/app.tsx'
import { href } from './shell/routes.ts'
import { loadLocale } from './state/i18n.ts'
import { fullTitle } from './state/page-title.ts'

const nothing = (): void => {}

/** A front page that does not render is no page: the build says so. */
const fail = (error: unknown): never => {
  throw error
}

/** @returns the markup of `#root`, and the title of the document */
export const prerenderIndex = async (locale: Locale): Promise<{ html: string; title: string }> => {
  await loadLocale(locale)
  const { prelude } = await prerender(
    <Router ssrPath={href('index')}>
      <App onShown={nothing} />
    </Router>,
    // In one piece: what React would send later it would put in place by an inline script.
    { onError: fail, progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return { html: withoutStyles(await new Response(prelude).text()), title: fullTitle.value }
}

/** The policy lets no style attribute pass; the app sets them anew, by script. */
const withoutStyles = (html: string): string => html.replaceAll(/ style="[^"]*"/g, '')
