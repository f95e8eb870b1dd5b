/** The sandbox's payment page as HTML, in the payer's language and the product's look. */
import { choicesAt, statusAt, type Choice, type SandboxState } from '../adapters/payments/sandbox-state.ts'
import { escaped } from './heads.ts'
import { plainPage } from './plain-page.ts'
import { serverText, type ServerTextKey } from '../texts.ts'

type Where = {
  now: number
  /** The site's name. */
  site: string
  /** The form's target: the page itself. */
  action: string
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
  refunded_half: 'sandbox.refunded_half',
  refunded_all: 'sandbox.refunded_all',
} as const satisfies Record<Choice, ServerTextKey>

const STATUS_TEXTS = {
  open: 'sandbox.lead',
  pending: 'sandbox.is_pending',
  paid: 'sandbox.is_paid',
  failed: 'sandbox.is_failed',
  cancelled: 'sandbox.is_cancelled',
  expired: 'sandbox.is_expired',
} as const satisfies Record<ReturnType<typeof statusAt>, ServerTextKey>

export const sandboxPage = (state: SandboxState, { now, site, action }: Where): string => {
  const { locale, description, amount, currency, back } = state
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  const status = statusAt(state, now)
  const choices = choicesAt(state, now)
  const statusText = state.chargedBack > 0 ? 'sandbox.is_charged_back' : STATUS_TEXTS[status]
  return plainPage(locale, site, say('sandbox.title'), [
    `<p class="order"><span>${escaped(description)}</span><b>${escaped(priceIn(locale, amount, currency))}</b></p>`,
    ...(status === 'open' ? [] : [`<p role="status" class="status">${say(statusText)}</p>`]),
    ...(choices.length === 0
      ? []
      : [
          `<p>${say('sandbox.lead')}</p>`,
          `<form method="post" action="${escaped(action)}"><fieldset><legend>${say('sandbox.choose')}</legend>`,
          ...choices.map((choice) => choiceOf(choice, say(textOf(choice, status)))),
          `</fieldset><button>${say('sandbox.do')}</button></form>`,
        ]),
    ...(status === 'open' ? [] : [`<p><a href="${escaped(back)}">${say('sandbox.back')}</a></p>`]),
  ])
}

export const unknownPage = (locale: string, site: string): string => {
  const say = (key: ServerTextKey): string => escaped(serverText(locale, key))
  return plainPage(locale, site, say('sandbox.title'), [
    `<p>${say('sandbox.unknown')}</p>`,
    `<p><a href="/">${say('sandbox.back')}</a></p>`,
  ])
}

const textOf = (choice: Choice, status: ReturnType<typeof statusAt>): ServerTextKey =>
  choice === 'paid' && status === 'pending' ? 'sandbox.paid_later' : CHOICE_TEXTS[choice]

const choiceOf = (choice: Choice, text: string): string =>
  `<label><input type="radio" name="outcome" value="${choice}" required><span>${text}</span></label>`

/** The number of decimals depends on the currency. */
const priceIn = (locale: string, amount: number, currency: string): string => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
