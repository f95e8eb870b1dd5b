/** What a bill says [PAY-11]. Numbers are counted on without a gap; the year is that of the purchase. */
import type { Invoice } from '#contract/entities/money.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { PaymentRow } from './payment-queries.ts'

export type BuyerRow = { name: string; email: string }

/** @returns null where nothing was completed, so that there is nothing to bill */
export const invoiceOf = (
  payment: PaymentRow,
  buyer: BuyerRow,
  { company }: Pick<SiteSettings, 'company'>,
): Invoice | null => {
  if (payment.invoice === null || payment.completedAt === null) return null
  return {
    number: invoiceNumber(payment.invoice, payment.completedAt),
    at: payment.completedAt,
    seller: company,
    buyer: { ...buyer, country: payment.country },
    credits: payment.credits,
    ...vatIn(payment.amount, payment.vatPercentage),
    total: payment.amount,
    currency: payment.currency,
  }
}

export const invoiceNumber = (count: number, at: number): string =>
  `V-${new Date(at).getUTCFullYear()}-${String(count).padStart(6, '0')}`

/** The tax is in the price: what it leaves is the rest, so that the two always make the whole. */
export const vatIn = (total: number, percentage: number): { net: number; vat: number; vat_percentage: number } => {
  const hundredths = Math.round(percentage * 100)
  const vat = Math.round((total * hundredths) / (10_000 + hundredths))
  return { net: total - vat, vat, vat_percentage: percentage }
}
