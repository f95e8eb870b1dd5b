/**
 * /partner/:token: a partner's own numbers [DESK-14], outside the desk's login. The link is made and revoked at the desk. The page
 * sets no cookie, needs no script, and names nobody: small groups are hidden [DESK-13].
 */
import type { Context, Hono } from 'hono'
import { GROUP_MIN } from '#contract/desk/entities/numbers.ts'
import { DAY_MS } from '#contract/limits.ts'
import { partnerNumbers } from '../areas/desk/campaigns.ts'
import type { Deps } from '../deps.ts'
import { escape } from '../jobs/mail-page.ts'
import { addressOf } from './address.ts'
import { documentLocale } from './locale.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'
import { siteOf } from './site.ts'

/** A partner is a business, so the page speaks the desk's two languages. */
const TEXTS = {
  en: {
    title: 'Your numbers',
    span: 'The last days (UTC), today not included:',
    days: (count: number) => `${count} days`,
    figures: { clicks: 'Clicks', signups: 'Signups', confirmed: 'Confirmed', buyers: 'Buyers' },
    few: `under ${GROUP_MIN}`,
    unknown: '–',
    none: 'No campaign is connected with you yet.',
    note: `Groups of fewer than ${GROUP_MIN} people have no number, so that nobody can be recognized. A dash means that the campaign’s link does not count clicks. Signups belong to a link only if the visitor agreed to it.`,
    revoked: 'This link was revoked',
    revokedText: 'The operator has ended access by this link. Ask your contact there for a new one.',
    missing: 'This link is not valid',
    missingText: 'It may be incomplete, or a newer link has replaced it. Ask the operator for the current one.',
    busy: 'Too many requests. Please wait a minute.',
  },
  de: {
    title: 'Eure Zahlen',
    span: 'Die letzten Tage (UTC), ohne heute:',
    days: (count: number) => `${count} Tage`,
    figures: { clicks: 'Klicks', signups: 'Anmeldungen', confirmed: 'Bestätigt', buyers: 'Käufer' },
    few: `unter ${GROUP_MIN}`,
    unknown: '–',
    none: 'Noch ist keine Kampagne mit euch verbunden.',
    note: `Gruppen mit weniger als ${GROUP_MIN} Menschen haben keine Zahl, damit niemand erkennbar ist. Ein Strich heißt, dass der Link der Kampagne keine Klicks zählt. Anmeldungen gehören nur dann zu einem Link, wenn der Besucher zugestimmt hat.`,
    revoked: 'Dieser Link wurde widerrufen',
    revokedText: 'Der Betreiber hat den Zugang über diesen Link beendet. Fragt dort nach einem neuen.',
    missing: 'Dieser Link ist nicht gültig',
    missingText:
      'Vielleicht ist er unvollständig, oder ein neuerer hat ihn ersetzt. Fragt den Betreiber nach dem aktuellen.',
    busy: 'Zu viele Anfragen. Bitte eine Minute warten.',
  },
} as const

const SPANS = [28, 90, 365] as const
const FIGURES = ['clicks', 'signups', 'confirmed', 'buyers'] as const

export const mountPartnerPage = (app: Hono, deps: Deps): void => {
  const isHttps = deps.env.PUBLIC_URL?.startsWith('https:') ?? false

  app.get('/partner/:token', async (c) => {
    const language = languageOf(c)
    const texts = TEXTS[language]
    const site = siteOf(c, deps).settings().name
    const page = (status: 200 | 404 | 410 | 429, title: string, body: string[]): Response | Promise<Response> => {
      const html = plainPage(language, site, escape(title), body, STYLE)
      const headers = { ...plainPageHeaders(html, isHttps), 'x-robots-tag': 'noindex, nofollow' }
      // The address is a secret, so no other site may hear it.
      return c.html(html, status, { ...headers, 'referrer-policy': 'no-referrer', vary: 'accept-language' })
    }
    const limited = deps.rates('partner', addressOf(c, deps.env))
    if (limited) {
      c.header('retry-after', String(limited.body.retry_after ?? 60))
      return page(429, texts.title, [`<p>${escape(texts.busy)}</p>`])
    }
    const days = SPANS.find((count) => String(count) === c.req.query('days')) ?? SPANS[0]
    const numbers = await partnerNumbers(deps, c.req.param('token'), spanOf(days, deps.now()))
    if (numbers === 'unknown') return page(404, texts.missing, [`<p>${escape(texts.missingText)}</p>`])
    if (numbers === 'revoked') return page(410, texts.revoked, [`<p>${escape(texts.revokedText)}</p>`])
    const { name, campaigns } = numbers
    return page(200, texts.title, [
      `<p><b>${escape(name)}</b></p>`,
      `<nav aria-label="${escape(texts.span)}"><p>${escape(texts.span)}</p><p class="spans">`,
      ...SPANS.map((count) =>
        count === days
          ? `<b aria-current="true">${escape(texts.days(count))}</b>`
          : `<a href="?days=${count}">${escape(texts.days(count))}</a>`,
      ),
      '</p></nav>',
      ...(campaigns.length === 0 ? [`<p>${escape(texts.none)}</p>`] : []),
      ...campaigns.map(
        (campaign) =>
          `<section><h2>${escape(campaign.name)}</h2><dl>${FIGURES.map(
            (figure) =>
              `<div><dt>${escape(texts.figures[figure])}</dt><dd>${escape(
                figureText(campaign[figure], figure === 'clicks' && !campaign.counts_clicks, texts, language),
              )}</dd></div>`,
          ).join('')}</dl></section>`,
      ),
      `<p class="note">${escape(texts.note)}</p>`,
    ])
  })
}

const figureText = (
  count: number | null,
  isUncounted: boolean,
  { few, unknown }: { few: string; unknown: string },
  language: string,
): string => {
  if (isUncounted) return unknown
  return count === null ? few : count.toLocaleString(language)
}

/** Whole days before today; both are included. */
const spanOf = (days: number, now: number): { from: string; to: string } => ({
  from: dayOf(now - days * DAY_MS),
  to: dayOf(now - DAY_MS),
})

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const languageOf = (c: Context): 'en' | 'de' =>
  documentLocale({
    cookie: undefined,
    acceptLanguage: c.req.header('accept-language'),
    domainLanguage: '',
    locales: ['en', 'de'],
  }) === 'de'
    ? 'de'
    : 'en'

const STYLE = `.spans{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center}
h2{font-size:1.125rem;font-weight:650;padding-block-end:8px;overflow-wrap:anywhere}
section{border-block-start:1px solid var(--hairline);padding-block-start:16px}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(110px,1fr));gap:12px}
dt,.note{color:var(--muted)}
dd{font-size:1.375rem;font-weight:650;font-variant-numeric:tabular-nums}
.note{font-size:.875rem}`
