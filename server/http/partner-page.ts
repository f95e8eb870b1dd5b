/**
 * /partner/:token: a partner's own numbers [DESK-14], outside the desk's login. The link is made and revoked at the desk. The page
 * sets no cookie, needs no script, and names nobody: small groups and single days are hidden [DESK-13].
 */
import type { Context, Hono } from 'hono'
import { GROUP_MIN } from '#contract/desk/numbers.ts'
import { partnerNumbers, type PartnerCampaign } from '../areas/desk/partner-months.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from './address.ts'
import { escaped } from './heads.ts'
import { documentLocale } from './locale.ts'
import { answerPlainPage, plainPage } from './plain-page.ts'
import { siteOf } from './site.ts'

/** A partner is a business, so the page speaks the desk's two languages. */
const TEXTS = {
  en: {
    title: 'Your numbers',
    month: 'Month',
    figures: { clicks: 'Clicks', signups: 'Signups', confirmed: 'Confirmed', buyers: 'Buyers' },
    few: `under ${GROUP_MIN}`,
    unknown: '–',
    none: 'No campaign is connected with you yet.',
    noMonth: (next: string) => `No month with visitors is over yet. The next numbers come on ${next}.`,
    note: `Whole months (UTC), each counted once after its end: what happens later no longer changes it. Groups of fewer than ${GROUP_MIN} people have no number, so that nobody can be recognized. A dash means that the campaign’s link does not count clicks. Signups belong to a link only if the visitor agreed to it.`,
    revoked: 'This link was revoked',
    revokedText: 'The operator has ended access by this link. Ask your contact there for a new one.',
    missing: 'This link is not valid',
    missingText: 'It may be incomplete, or a newer link has replaced it. Ask the operator for the current one.',
    busy: 'Too many requests. Please wait a minute.',
  },
  de: {
    title: 'Eure Zahlen',
    month: 'Monat',
    figures: { clicks: 'Klicks', signups: 'Registrierungen', confirmed: 'Bestätigt', buyers: 'Käufer' },
    few: `unter ${GROUP_MIN}`,
    unknown: '–',
    none: 'Noch ist keine Kampagne mit euch verbunden.',
    noMonth: (next: string) => `Noch ist kein Monat mit Besuchern zu Ende. Die nächsten Zahlen kommen am ${next}.`,
    note: `Ganze Monate (UTC), jeder einmal nach seinem Ende gezählt: Was später geschieht, ändert ihn nicht mehr. Gruppen mit weniger als ${GROUP_MIN} Menschen haben keine Zahl, damit niemand erkennbar ist. Ein Strich heißt, dass der Link der Kampagne keine Klicks zählt. Registrierungen gehören nur dann zu einem Link, wenn der Besucher zugestimmt hat.`,
    revoked: 'Dieser Link wurde widerrufen',
    revokedText: 'Der Betreiber hat den Zugang über diesen Link beendet. Fragt dort nach einem neuen.',
    missing: 'Dieser Link ist nicht gültig',
    missingText:
      'Vielleicht ist er unvollständig, oder ein neuerer hat ihn ersetzt. Fragt den Betreiber nach dem aktuellen.',
    busy: 'Zu viele Anfragen. Bitte eine Minute warten.',
  },
} as const

const FIGURES = ['clicks', 'signups', 'confirmed', 'buyers'] as const

export const mountPartnerPage = (app: Hono, deps: Deps): void => {
  app.get('/partner/:token', async (c) => {
    const language = languageOf(c)
    const texts = TEXTS[language]
    const site = siteOf(c, deps).settings().name
    const page = (status: 200 | 404 | 410 | 429, title: string, body: string[]): Response | Promise<Response> => {
      const html = plainPage(language, site, escaped(title), body, STYLE)
      return answerPlainPage(c, deps.env, html, status, {
        'x-robots-tag': 'noindex, nofollow',
        // The address is a secret, so no other site may hear it.
        'referrer-policy': 'no-referrer',
        vary: 'accept-language',
      })
    }
    const limited = await deps.bus.use('partner', addressOf(c, deps.env))
    if (limited) {
      c.header('retry-after', String(limited.body.retry_after ?? 60))
      return page(429, texts.title, [`<p>${escaped(texts.busy)}</p>`])
    }
    const numbers = await partnerNumbers(deps, c.req.param('token'))
    if (numbers === 'unknown') return page(404, texts.missing, [`<p>${escaped(texts.missingText)}</p>`])
    if (numbers === 'revoked') return page(410, texts.revoked, [`<p>${escaped(texts.revokedText)}</p>`])
    const { name, campaigns } = numbers
    const monthsHtml = ({ countsClicks, months }: PartnerCampaign): string =>
      months.length === 0
        ? `<p>${escaped(texts.noMonth(nextMonth(language, deps.now())))}</p>`
        : `<div class="months"><table><thead><tr><th scope="col">${escaped(texts.month)}</th>${FIGURES.map(
            (figure) => `<th scope="col">${escaped(texts.figures[figure])}</th>`,
          ).join('')}</tr></thead><tbody>${months
            .map(
              (row) =>
                `<tr><th scope="row">${monthName(language, row.month)}</th>${FIGURES.map(
                  (figure) =>
                    `<td>${escaped(figureText(row[figure], figure === 'clicks' && !countsClicks, texts, language))}</td>`,
                ).join('')}</tr>`,
            )
            .join('')}</tbody></table></div>`
    return page(200, texts.title, [
      `<p><b>${escaped(name)}</b></p>`,
      ...(campaigns.length === 0 ? [`<p>${escaped(texts.none)}</p>`] : []),
      ...campaigns.map((campaign) => `<section><h2>${escaped(campaign.name)}</h2>${monthsHtml(campaign)}</section>`),
      `<p class="note">${escaped(texts.note)}</p>`,
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

const languageOf = (c: Context): 'en' | 'de' =>
  documentLocale({
    cookie: undefined,
    acceptLanguage: c.req.header('accept-language'),
    domainLanguage: '',
    locales: ['en', 'de'],
  }) === 'de'
    ? 'de'
    : 'en'

const monthName = (language: string, month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })

const nextMonth = (language: string, now: number): string => {
  const today = new Date(now)
  const next = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
  return next.toLocaleDateString(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

const STYLE = `h2{font-size:1.125rem;font-weight:650;padding-block-end:8px;overflow-wrap:anywhere}
section{border-block-start:1px solid var(--hairline);padding-block-start:16px;min-inline-size:0}
.months{overflow-x:auto}
table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:end;padding:8px 0 8px 10px;border-block-end:1px solid var(--hairline);white-space:nowrap}
th:first-child{text-align:start;padding-inline-start:0}
thead th,.note{color:var(--muted);font-weight:400;font-size:.875rem}
tbody tr:last-child>*{border-block-end:0}`
