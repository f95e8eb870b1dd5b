/**
 * The sandbox of the age check in a demo [GUARD-6]: a provider's page, and a wallet with proofs of age that an authority of this
 * start has issued. Both say that they are a sandbox, and work without scripts.
 */
import type { Context, Hono } from 'hono'
import { DAY_MS } from '#contract/limits.ts'
import { providerReturn, PROVIDER_RESULTS, readProviderRequest, type ProviderResult } from '../adapters/age-provider.ts'
import { ageIssuer, issueAttestation, present, type AgeIssuer } from '../adapters/age-wallet.ts'
import { SANDBOX_PROVIDER, SANDBOX_WALLET } from '../adapters/age-ways.ts'
import { clientIdOf } from '../adapters/eu-age-proof.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText, type ServerTextKey } from '../texts.ts'
import { escaped } from './heads.ts'
import { localeOf } from './locale.ts'
import { isForeign } from './caller.ts'
import { answerPlainPage, choiceForm, plainPage } from './plain-page.ts'
import { siteOf } from './site.ts'

const PROVIDER_TEXTS = {
  over_18: 'sandbox.age_over',
  under_18: 'sandbox.age_under',
  failed: 'sandbox.age_failed',
  cancelled: 'sandbox.age_cancelled',
} as const satisfies Record<ProviderResult, ServerTextKey>

const WALLET_TEXTS = {
  over_18: 'sandbox.age_over',
  under_18: 'sandbox.age_under',
  expired: 'sandbox.wallet_expired',
  self_made: 'sandbox.wallet_self_made',
  decline: 'sandbox.wallet_decline',
} as const satisfies Record<string, ServerTextKey>

type PageContext = { locale: string; site: string }

const chosen = async <Choice extends string>(c: Context, texts: Record<Choice, string>): Promise<Choice | null> => {
  const { choice } = await c.req.parseBody()
  return (Object.keys(texts) as Choice[]).find((known) => known === choice) ?? null
}

export const mountAgeSandbox = (app: Hono, deps: Deps): void => {
  const { provider, sandboxIssuer } = deps.age
  const page = (c: Context, html: string, status: 200 | 400 = 200): Response | Promise<Response> =>
    answerPlainPage(c, deps.env, html, status)
  const shownOn = (c: Context): PageContext => {
    const settings = siteOf(c, deps).settings()
    return { locale: localeOf(c, settings.domain_language), site: settings.name }
  }
  const isOtherSite = (c: Context): boolean =>
    isForeign(c.req.raw.headers, new URL(c.req.url), siteOf(c, deps).env.PUBLIC_URL)
  if (provider?.url === SANDBOX_PROVIDER) {
    const request = (c: Context) => readProviderRequest(provider.secret, new URL(c.req.url).searchParams, deps.now())
    app.get(SANDBOX_PROVIDER, (c) => {
      if (!request(c)) return page(c, messagePage(shownOn(c), 'sandbox.age_title', 'sandbox.age_gone'), 400)
      const texts = { title: 'sandbox.age_title', lead: 'sandbox.age_lead', choose: 'sandbox.age_choose' } as const
      return page(c, choicePage(shownOn(c), texts, PROVIDER_TEXTS))
    })
    app.post(SANDBOX_PROVIDER, async (c) => {
      if (isOtherSite(c)) return c.text('Forbidden', 403)
      const [asked, result] = [request(c), await chosen(c, PROVIDER_TEXTS)]
      const known = PROVIDER_RESULTS.find((one) => one === result)
      if (!asked || !known) return page(c, messagePage(shownOn(c), 'sandbox.age_title', 'sandbox.age_gone'), 400)
      return c.redirect(providerReturn(provider.secret, asked, known, deps.now()), 303)
    })
  }

  if (sandboxIssuer) {
    app.get(SANDBOX_WALLET, (c) => {
      const texts = {
        title: 'sandbox.wallet_title',
        lead: 'sandbox.wallet_lead',
        choose: 'sandbox.wallet_choose',
      } as const
      return page(c, choicePage(shownOn(c), texts, WALLET_TEXTS))
    })
    app.post(SANDBOX_WALLET, async (c) => {
      if (isOtherSite(c)) return c.text('Forbidden', 403)
      const choice = await chosen(c, WALLET_TEXTS)
      const query = new URL(c.req.url).searchParams
      const responseUri = query.get('response_uri') ?? ''
      // A wallet answers any site; this one only its own.
      const isOwn = responseUri.startsWith(`${publicUrl(siteOf(c, deps).env)}/api/age/answers/`)
      if (!choice || !isOwn) return page(c, messagePage(shownOn(c), 'sandbox.wallet_title', 'sandbox.age_gone'), 400)
      const asked = { responseUri, nonce: query.get('nonce') ?? '', state: query.get('state') ?? '' }
      const form = await walletAnswer(sandboxIssuer, asked, choice, deps.now())
      const answer = await app.request(new URL(responseUri).pathname, {
        method: 'POST',
        headers: { host: c.req.header('host') ?? '', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
      const text = answer.ok ? 'sandbox.wallet_sent' : 'sandbox.wallet_refused'
      return page(c, messagePage(shownOn(c), 'sandbox.wallet_title', text))
    })
  }
}

type ProofRequest = { responseUri: string; nonce: string; state: string }

/** The form that a wallet sends to the site (`direct_post`). */
const walletAnswer = async (
  issuer: AgeIssuer,
  { responseUri, nonce, state }: ProofRequest,
  choice: keyof typeof WALLET_TEXTS,
  now: number,
): Promise<URLSearchParams> => {
  if (choice === 'decline') return new URLSearchParams({ state, error: 'access_denied' })
  const attestation = await issueAttestation(choice === 'self_made' ? ageIssuer(now) : issuer, {
    now,
    isOver18: choice !== 'under_18',
    ...(choice === 'expired' ? { validFrom: now - 2 * DAY_MS, validUntil: now - DAY_MS } : {}),
  })
  const channel = { kind: 'direct_post', clientId: clientIdOf(responseUri), responseUri } as const
  return new URLSearchParams({ state, vp_token: JSON.stringify(await present(attestation, nonce, channel)) })
}

type PageTexts = Record<'title' | 'lead' | 'choose', ServerTextKey>

const choicePage = (
  { locale, site }: PageContext,
  texts: PageTexts,
  choices: Record<string, ServerTextKey>,
): string => {
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  return plainPage(locale, site, say(texts.title), [
    `<p>${say(texts.lead)}</p>`,
    choiceForm(
      'choice',
      Object.entries(choices).map(([choice, text]) => [choice, say(text)]),
      { legend: say(texts.choose), button: say('sandbox.do') },
    ),
  ])
}

const messagePage = ({ locale, site }: PageContext, title: ServerTextKey, text: ServerTextKey): string => {
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  return plainPage(locale, site, say(title), [
    `<p role="status" class="status">${say(text)}</p>`,
    `<p><a href="/age">${say('sandbox.back')}</a></p>`,
  ])
}
