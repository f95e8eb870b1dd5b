/** The content of an invoice [PAY-11]. Numbers have no gaps; the year is that of the purchase. */
import type { CompanyInfo, CreditNote, Invoice } from '#contract/entities/money.ts'
import type { Deps } from '../../deps.ts'
import type { BookingRow } from './book-queries.ts'
import type { PaymentRow } from './payment-queries.ts'

type BuyerRow = { name: string; email: string }

/**
 * The buyer as at the sale: an invoice is a record, so a name or address that changed later is not on it.
 * @param buyer the member as they are now, for an invoice without a stored buyer
 * @param seller the company as it was at the sale (`sellerOf`)
 * @returns null if the payment was never completed
 */
export const invoiceOf = (payment: PaymentRow, buyer: BuyerRow, seller: CompanyInfo): Invoice | null => {
  if (payment.invoice === null || payment.completedAt === null) return null
  return {
    number: invoiceNumber(payment.invoice, payment.completedAt),
    at: payment.completedAt,
    seller,
    buyer: {
      name: payment.buyerName ?? buyer.name,
      email: payment.buyerEmail ?? buyer.email,
      country: payment.country,
    },
    credits: payment.credits,
    ...vatIn(payment.amount, payment.vatPercentage),
    total: payment.amount,
    currency: payment.currency,
  }
}

/** A payment without a stored seller has the company of its domain [SITE-15]. */
export const sellerOf = async (
  { read, at }: Pick<Deps, 'read' | 'at'>,
  { seller, domain }: Pick<PaymentRow, 'seller' | 'domain'>,
): Promise<CompanyInfo> =>
  (seller === null ? undefined : await read.books.seller(seller)) ?? at(domain).settings().company

/** The corrections of an invoice, as they stand in the books. */
export const creditNotesOf = (bookings: readonly BookingRow[]): CreditNote[] =>
  bookings.flatMap(({ number, at, amount, vat }) =>
    number === null ? [] : [{ number: creditNoteNumber(number, at), at, amount, vat }],
  )

export const creditNoteNumber = (count: number, at: number): string =>
  `C-${new Date(at).getUTCFullYear()}-${String(count).padStart(6, '0')}`

export const invoiceNumber = (count: number, at: number): string =>
  `V-${new Date(at).getUTCFullYear()}-${String(count).padStart(6, '0')}`

/** The price includes the tax. Net is the remainder, so that both always add up to the total. */
export const vatIn = (total: number, percentage: number): { net: number; vat: number; vat_percentage: number } => {
  const hundredths = Math.round(percentage * 100)
  const vat = Math.round((total * hundredths) / (10_000 + hundredths))
  return { net: total - vat, vat, vat_percentage: percentage }
}
