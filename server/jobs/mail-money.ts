/** The mails about a purchase: its receipt, the acknowledgement of a withdrawal, a refund by the desk, and a chargeback that was won. */
import { invoiceOf, sellerOf, invoiceNumber } from '../areas/money/invoice.ts'
import { withdrawableUntil } from '#contract/rules/withdrawal.ts'
import type { Invoice } from '#contract/entities/money.ts'
import type { Locale } from '#contract/locales.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { PaymentRow } from '../areas/money/payment-queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverCountry, serverDate, serverMoney, serverPercent, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

/** The receipt [PAY-11]: what was bought, the bill, and how to withdraw, on a durable medium. */
export const mailPurchase =
  (deps: Deps, post: Post) =>
  async ({ payment: id }: JobPayload<'mail.purchase'>, job: number): Promise<void> => {
    const found = await paymentAndPayer(deps, id)
    if (!found) return
    const { payment, person } = found
    const settings = deps.settings()
    const invoice = invoiceOf(payment, person, await sellerOf(deps, payment))
    if (!invoice) return
    const { language } = person
    if (payment.failure === 'discount_used') return post.needed(job, person, paidBack(deps, payment, invoice, language))
    const until = withdrawableUntil(invoice.at, settings.refund_days)
    await post.needed(job, person, {
      subject: serverText(language, 'mail.purchase.subject', { number: invoice.number }),
      paragraphs: [
        serverCount(language, 'mail.purchase.text', invoice.credits, { site: settings.name }),
        ...billLines(language, invoice),
        serverText(language, 'mail.purchase.once'),
        ...beginLines(language, payment),
        serverText(language, 'mail.purchase.withdrawal', {
          days: String(settings.refund_days),
          until: serverDate(language, until, 'minute'),
        }),
      ],
      button: buttonTo(deps, language, 'mail.purchase.button', id),
    })
  }

/** A receipt for a payment that was paid back at once would only confuse. */
const paidBack = (deps: Deps, { id }: PaymentRow, invoice: Invoice, language: Locale) => ({
  subject: serverText(language, 'mail.discount_twice.subject', { number: invoice.number }),
  paragraphs: [
    serverText(language, 'mail.discount_twice.text', {
      number: invoice.number,
      amount: serverMoney(language, invoice.total, invoice.currency),
      site: deps.settings().name,
    }),
  ],
  button: buttonTo(deps, language, 'mail.purchase.button', id),
})

/** The law asks to confirm the request to begin at once on a durable medium; old app builds sent no request. */
const beginLines = (language: Locale, { beginAt, beginVersion, beginLanguage }: PaymentRow): string[] =>
  beginAt === null || beginVersion === null || beginLanguage === null
    ? []
    : [
        serverText(language, 'mail.purchase.begin', {
          when: serverDate(language, beginAt, 'second'),
          version: serverDate(language, Date.parse(beginVersion), 'day'),
          language: new Intl.DisplayNames(language, { type: 'language' }).of(beginLanguage) ?? beginLanguage,
        }),
      ]

const billLines = (language: string, invoice: Invoice): string[] => {
  const { seller, buyer, currency } = invoice
  const money = (amount: number) => serverMoney(language, amount, currency)
  return [
    serverText(language, 'mail.purchase.bill', {
      number: invoice.number,
      date: serverDate(language, invoice.at, 'day'),
      net: money(invoice.net),
      vat: money(invoice.vat),
      percent: serverPercent(language, invoice.vat_percentage),
      total: money(invoice.total),
    }),
    serverText(language, 'mail.purchase.seller', {
      name: seller.name,
      address: `${seller.address}, ${seller.city}, ${serverCountry(language, seller.country)}`,
      register: seller.kvk,
      vat: seller.vat_numbers.join(', '),
    }),
    serverText(language, 'mail.purchase.buyer', {
      name: buyer.name,
      email: buyer.email,
      country: serverCountry(language, buyer.country),
    }),
  ]
}

/** Acknowledges a withdrawal [PAY-11]: the declaration and its time, the refund, and the credits already spent. */
export const mailWithdrawal =
  (deps: Deps, post: Post) =>
  async ({ payment: id, by_day }: JobPayload<'mail.withdrawal'>, job: number): Promise<void> => {
    const found = await paymentAndPayer(deps, id)
    if (!found) return
    const { payment, person } = found
    const { withdrawnAt, completedAt, invoice, currency } = payment
    if (withdrawnAt === null || completedAt === null || invoice === null) return
    const { language } = person
    const number = invoiceNumber(invoice, completedAt)
    const money = (amount: number) => serverMoney(language, amount, currency)
    const taken = payment.creditsTaken ?? 0
    const spent = payment.credits - taken
    await post.needed(job, person, {
      subject: serverText(language, 'mail.withdrawal.subject', { number }),
      paragraphs: [
        serverCount(language, 'mail.withdrawal.text', payment.credits, {
          number,
          bought: serverDate(language, completedAt, 'day'),
          when: serverDate(language, withdrawnAt, by_day ? 'day' : 'second'),
        }),
        serverCount(language, 'mail.withdrawal.back', taken, {
          refund: money(payment.refunded ?? 0),
          total: money(payment.amount),
        }),
        ...(spent === 0 ? [] : [serverCount(language, 'mail.withdrawal.spent', spent)]),
      ],
      button: buttonTo(deps, language, 'mail.withdrawal.button', id),
    })
  }

/** Notifies a member of a refund by the desk [DESK-12]: the amount, the purchase, and the credits it took. */
export const mailRefund =
  (deps: Deps, post: Post) =>
  async ({ payment: id, refund: ordered }: JobPayload<'mail.refund'>, job: number): Promise<void> => {
    const found = await paymentAndPayer(deps, id)
    const refund = await deps.read.books.refund(ordered)
    if (!found || !refund) return
    const { payment, person } = found
    const { invoice, completedAt, currency } = payment
    if (invoice === null || completedAt === null) return
    const { language } = person
    const money = (amount: number) => serverMoney(language, amount, currency)
    const number = invoiceNumber(invoice, completedAt)
    await post.needed(job, person, {
      subject: serverText(language, 'mail.refund.subject', { amount: money(refund.amount), number }),
      paragraphs: [
        serverText(language, 'mail.refund.text', {
          amount: money(refund.amount),
          total: money(payment.amount),
          number,
          site: deps.settings().name,
        }),
        ...(refund.credits === 0 ? [] : [serverCount(language, 'mail.refund.credits', refund.credits)]),
      ],
      button: buttonTo(deps, language, 'mail.withdrawal.button', id),
    })
  }

/** Notifies a member that a purchase counts again, after its chargeback was won [PAY-5]. */
export const mailChargebackWon =
  (deps: Deps, post: Post) =>
  async ({ payment: id, credits }: JobPayload<'mail.chargeback_won'>, job: number): Promise<void> => {
    const found = await paymentAndPayer(deps, id)
    // The bank may have taken the money back once more.
    if (found?.payment.status !== 'completed') return
    const { payment, person } = found
    const { invoice, completedAt } = payment
    if (invoice === null || completedAt === null) return
    const { language } = person
    const number = invoiceNumber(invoice, completedAt)
    await post.needed(job, person, {
      subject: serverText(language, 'mail.chargeback_won.subject', { number }),
      paragraphs: [
        serverText(language, 'mail.chargeback_won.text', { number, site: deps.settings().name }),
        ...(credits === 0 ? [] : [serverCount(language, 'mail.chargeback_won.credits', credits)]),
      ],
      button: buttonTo(deps, language, 'mail.withdrawal.button', id),
    })
  }

/** Null if the account is gone. */
const paymentAndPayer = async (
  { read }: Deps,
  id: string,
): Promise<{ payment: PaymentRow; person: PersonRow } | null> => {
  const payment = await read.payments.byId(id)
  const person = payment && (await read.notices.person(payment.userId))
  return person && person.status !== 'deleted' ? { payment, person } : null
}

const buttonTo = (
  { env }: Deps,
  language: string,
  key: 'mail.purchase.button' | 'mail.withdrawal.button',
  payment: string,
) => ({ text: serverText(language, key), url: `${publicUrl(env)}/transactions/${payment}` })
