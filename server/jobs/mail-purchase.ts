/** The receipt of a purchase [PAY-11]: what was bought, the bill, and how to withdraw, on a durable medium. */
import { invoiceOf, sellerOf } from '../areas/money/invoice.ts'
import { withdrawableUntil } from '#contract/rules/withdrawal.ts'
import type { Invoice } from '#contract/entities/money.ts'
import type { Locale } from '#contract/locales.ts'
import type { PaymentRow } from '../areas/money/payment-queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverCount, serverCountry, serverDate, serverMoney, serverPercent, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailPurchase =
  (deps: Deps, post: Post) =>
  async ({ payment: id }: JobPayload<'mail.purchase'>, job: number): Promise<void> => {
    const payment = await deps.read.payments.byId(id)
    const person = payment && (await deps.read.notices.person(payment.userId))
    if (!person || person.status === 'deleted') return
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
      button: { text: serverText(language, 'mail.purchase.button'), url: `${publicUrl(deps.env)}/transactions/${id}` },
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
  button: { text: serverText(language, 'mail.purchase.button'), url: `${publicUrl(deps.env)}/transactions/${id}` },
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
