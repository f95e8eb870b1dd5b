/**
 * /sandbox/:reference: the sandbox's page, on which the payer chooses the payment's outcome [PAY-4]. Works without
 * scripts.
 */
import type { Context, Hono } from 'hono'
import { choose } from '../adapters/payments/sandbox.ts'
import {
  CHOICES,
  choicesAt,
  statusAt,
  type SandboxChoice,
  type SandboxState,
} from '../adapters/payments/sandbox-state.ts'
import { handleWebhook } from '../areas/money/webhook.ts'
import type { Deps } from '../deps.ts'
import { localeOf } from './locale.ts'
import { isForeign } from './caller.ts'
import { answerPlainPage, choiceForm, plainPage } from './plain-page.ts'
import { siteOf } from './site.ts'
import { escaped } from './heads.ts'
import { serverMoney, serverText, type ServerTextKey } from '../texts.ts'

export const mountSandbox = (app: Hono, deps: Deps): void => {
  if (deps.payments.name !== 'sandbox') return
  const { env, read, now } = deps
  const shown = async (c: Context, reference: string): Promise<Response> => {
    const state = await read.sandbox.state(reference)
    const { name: site, domain_language } = siteOf(c, deps).settings()
    // The language is chosen as for documents, since the page has no session.
    if (!state) return answerPlainPage(c, env, unknownPage(localeOf(c, domain_language), site), 404)
    return answerPlainPage(c, env, sandboxPage(state, site, now()))
  }

  app.get('/sandbox/:reference', (c) => shown(c, c.req.param('reference')))

  app.post('/sandbox/:reference', async (c) => {
    if (isForeign(c.req.raw.headers, new URL(c.req.url), siteOf(c, deps).env.PUBLIC_URL))
      return c.text('Forbidden', 403)
    const reference = c.req.param('reference')
    const { outcome } = await c.req.parseBody()
    const choice = CHOICES.find((known) => known === outcome)
    const before = await read.sandbox.state(reference)
    if (!choice || !before) return shown(c, reference)
    await choose(deps, reference, choice)
    // A real provider sends its webhook before it redirects the payer. If this direct call fails, the job sends the
    // webhook.
    await handleWebhook(deps, 'sandbox', reference, 'sandbox')
    return c.redirect(before.back, 303)
  })
}

const CHOICE_TEXTS = {
  paid: 'sandbox.paid',
  paid_asks: 'sandbox.paid_asks',
  paid_fails: 'sandbox.paid_fails',
  declined: 'sandbox.declined',
  insufficient_funds: 'sandbox.insufficient_funds',
  card_expired: 'sandbox.card_expired',
  cancelled: 'sandbox.cancelled',
  pending: 'sandbox.pending',
  charged_back: 'sandbox.charged_back',
  chargeback_won: 'sandbox.chargeback_won',
  refunded_half: 'sandbox.refunded_half',
  refunded_all: 'sandbox.refunded_all',
} as const satisfies Record<SandboxChoice, ServerTextKey>

const STATUS_TEXTS = {
  open: 'sandbox.lead',
  pending: 'sandbox.is_pending',
  paid: 'sandbox.is_paid',
  failed: 'sandbox.is_failed',
  cancelled: 'sandbox.is_cancelled',
  expired: 'sandbox.is_expired',
} as const satisfies Record<ReturnType<typeof statusAt>, ServerTextKey>

const sandboxPage = (state: SandboxState, site: string, now: number): string => {
  const { locale, description, amount, currency, back } = state
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  const status = statusAt(state, now)
  const choices = choicesAt(state, now)
  const statusText = state.chargedBack > 0 ? 'sandbox.is_charged_back' : STATUS_TEXTS[status]
  return plainPage(locale, site, say('sandbox.title'), [
    `<p class="order"><span>${escaped(description)}</span><b>${escaped(serverMoney(locale, amount, currency))}</b></p>`,
    ...(status === 'open' ? [] : [`<p role="status" class="status">${say(statusText)}</p>`]),
    ...(choices.length === 0
      ? []
      : [
          `<p>${say('sandbox.lead')}</p>`,
          choiceForm(
            'outcome',
            choices.map((choice) => [choice, say(textOf(choice, status))]),
            { legend: say('sandbox.choose'), button: say('sandbox.do') },
          ),
        ]),
    ...(status === 'open' ? [] : [`<p><a href="${escaped(back)}">${say('sandbox.back')}</a></p>`]),
  ])
}

const unknownPage = (locale: string, site: string): string => {
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  return plainPage(locale, site, say('sandbox.title'), [
    `<p>${say('sandbox.unknown')}</p>`,
    `<p><a href="/">${say('sandbox.back')}</a></p>`,
  ])
}

const textOf = (choice: SandboxChoice, status: ReturnType<typeof statusAt>): ServerTextKey =>
  choice === 'paid' && status === 'pending' ? 'sandbox.paid_later' : CHOICE_TEXTS[choice]
