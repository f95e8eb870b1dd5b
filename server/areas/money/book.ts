/**
 * Books each change of money that a provider's answer causes [DESK-12]: in the transaction that takes the answer in, so
 * that the books, the payment and the credits never differ.
 */
import type { CompanyInfo } from '#contract/entities/money.ts'
import type { Tx } from '../../deps.ts'
import { vatIn } from './invoice.ts'
import type { PaymentRow } from './payment-queries.ts'

type Needs = Pick<Tx, 'books' | 'payments' | 'deskChanged'>

/** @returns the payment with its seller, as of the moment of the sale */
export const bookChanges = async (
  tx: Needs,
  before: PaymentRow,
  after: PaymentRow,
  { company, at }: { company: CompanyInfo; at: number },
): Promise<PaymentRow> => {
  let payment = after
  if (before.completedAt === null && after.completedAt !== null) {
    payment = await tx.payments.change(after.id, { seller: await tx.books.sellerId(company) })
    const { vat } = vatIn(after.amount, after.vatPercentage)
    await tx.books.addBooking({ kind: 'sale', payment: after.id, amount: after.amount, vat, at })
  }
  // Without a sale there is nothing to correct: such money never reached the books.
  if (payment.completedAt === null) return payment
  await bookBack(tx, payment, 'refund', before, after.refundedThere - before.refundedThere, at)
  const refundedFirst = { ...before, refundedThere: after.refundedThere }
  const chargedBack = after.chargedBackThere - before.chargedBackThere
  await bookBack(tx, payment, 'chargeback', refundedFirst, chargedBack, at)
  if (chargedBack > 0) {
    await tx.books.addChargeback(after.id, after.chargedBackThere, at)
    tx.deskChanged('queue')
  }
  return payment
}

/**
 * The VAT of each part is the difference of two whole amounts, so the parts of a full refund add up to the VAT of the
 * sale to the cent.
 * @param more minor units that went back; negative if the provider cancelled a refund
 */
const bookBack = async (
  tx: Needs,
  payment: PaymentRow,
  kind: 'refund' | 'chargeback',
  { refundedThere, chargedBackThere }: Pick<PaymentRow, 'refundedThere' | 'chargedBackThere'>,
  more: number,
  at: number,
): Promise<void> => {
  if (more === 0) return
  const back = refundedThere + chargedBackThere
  const vatOf = (amount: number): number => vatIn(amount, payment.vatPercentage).vat
  const refund = kind === 'refund' && more > 0 ? await openRefund(tx, payment.id, more) : null
  const vat = vatOf(back) - vatOf(back + more)
  await tx.books.addBooking({ kind, payment: payment.id, amount: -more, vat, at, refund })
  if (refund !== null) await tx.books.refundDone(refund, at)
}

/** The order of the desk that this refund fulfils, or null if it was made at the provider or by the member. */
const openRefund = async (tx: Needs, payment: string, amount: number): Promise<string | null> =>
  (await tx.books.refunds(payment)).find((one) => one.doneAt === null && one.amount === amount)?.id ?? null

export const creditNoteNumber = (count: number, at: number): string =>
  `C-${new Date(at).getUTCFullYear()}-${String(count).padStart(6, '0')}`

/** Stores the seller of invoices from before sellers were stored: the company of their domain as it is now. */
export const storeSellers = async (
  tx: Pick<Tx, 'books'>,
  companyOf: (domain: string) => CompanyInfo,
): Promise<void> => {
  for (const domain of await tx.books.domainsWithoutSeller())
    await tx.books.setSellerOf(domain, await tx.books.sellerId(companyOf(domain)))
}
