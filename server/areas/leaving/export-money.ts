/** The payments and payment methods in a member's export [ACC-17]. */
import type { Deps } from '../../deps.ts'
import { creditNoteNumber, invoiceNumber } from '../money/invoice.ts'

/** A member of the file: its name and its value. */
export type ExportPart = readonly [name: string, part: unknown]

export const moneyParts = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<ExportPart[]> => [
  ['payments', await paymentsOf(read, member)],
  [
    'payment_history',
    (await read.leaving.exportedTransitions(member)).map(({ transition: { id, payment, before, after, by, at } }) => ({
      id,
      payment,
      before,
      after,
      by,
      at,
    })),
  ],
  ['invoices_and_credit_notes', await bookingsOf(read, member)],
  ['refunds', await refundsOf(read, member)],
  ['chargebacks', await chargebacksOf(read, member)],
  ['stored_method', await methodOf(read, member)],
  ['discount_codes', await codesOf(read, member)],
  ['direct_debits', await directDebitsOf(read, member)],
]

type ExportReads = Deps['read']

const paymentsOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedPayments(member)).map((payment) => ({
    id: payment.id,
    status: payment.status,
    provider: payment.provider,
    reference: payment.reference,
    checkout_url: payment.checkoutUrl,
    method: payment.method,
    country: payment.country,
    credits: payment.credits,
    amount: payment.amount,
    currency: payment.currency,
    discount_code: payment.discountCode,
    discount_percentage: payment.discountPercentage,
    vat_percentage: payment.vatPercentage,
    failure: payment.failure,
    remember: payment.remember,
    repeated: payment.repeated,
    created_at: payment.createdAt,
    changed_at: payment.changedAt,
    completed_at: payment.completedAt,
    invoice:
      payment.invoice === null || payment.completedAt === null
        ? null
        : invoiceNumber(payment.invoice, payment.completedAt),
    buyer: payment.buyerName === null ? null : { name: payment.buyerName, email: payment.buyerEmail },
    withdrawn_at: payment.withdrawnAt,
    credits_taken: payment.creditsTaken,
    refunded: payment.refunded,
    domain: payment.domain,
    ended_at_provider: payment.endedThere,
    refunded_at_provider: payment.refundedThere,
    charged_back_at_provider: payment.chargedBackThere,
    charged_back_and_won: payment.chargedBackWon,
    refunded_otherwise: payment.refundedOtherwise,
    refund_refused_at: payment.refundRefusedAt,
    begin_at_once:
      payment.beginAt === null
        ? null
        : { at: payment.beginAt, version: payment.beginVersion, language: payment.beginLanguage },
  }))

const bookingsOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedBookings(member)).map(({ booking, invoice, completedAt }) => ({
    id: booking.id,
    kind: booking.kind,
    payment: booking.payment,
    number:
      booking.number === null
        ? invoiceNumber(invoice ?? 0, completedAt ?? booking.at)
        : creditNoteNumber(booking.number, booking.at),
    amount: booking.amount,
    vat: booking.vat,
    at: booking.at,
    refund: booking.refund,
  }))

/** The refunds that the desk has ordered. No staff member is named. */
const refundsOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedRefunds(member)).map(({ refund }) => ({
    id: refund.id,
    payment: refund.payment,
    part: refund.part,
    reason: refund.reason,
    amount: refund.amount,
    credits: refund.credits,
    at: refund.at,
    done_at: refund.doneAt,
    refused_at: refund.refusedAt,
  }))

const chargebacksOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedChargebacks(member)).map(({ chargeback }) => ({
    payment: chargeback.payment,
    amount: chargeback.amount,
    at: chargeback.at,
    decided_at: chargeback.decidedAt,
    decision: chargeback.decision,
    contest_by: chargeback.contestBy,
  }))

/** Leaves out the provider's ids of the method, because they could be used to pay. */
const methodOf = async (read: ExportReads, member: number) => {
  const stored = await read.leaving.exportedMethod(member)
  if (!stored) return null
  const { provider, method, label, credits, at } = stored
  return { provider, method, label, credits, at }
}

const codesOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedCodes(member)).map((code) => ({
    code: code.code,
    value_percentage: code.valuePercentage,
    minimum_order_value: code.minimumOrderValue,
    country: code.country,
    expires: code.expires,
    currency: code.currency,
    status: code.status,
    validity: code.validity,
    paymentmethods: code.paymentmethods,
  }))

const directDebitsOf = async (read: ExportReads, member: number) =>
  (await read.leaving.exportedDirectDebits(member)).map((debit) => ({
    id: debit.id,
    credits: debit.credits,
    amount: debit.amount,
    currency: debit.currency,
    discount_code: debit.discountCode,
    account_holder: debit.accountHolder,
    iban: debit.iban,
    street: debit.street,
    house_number: debit.houseNumber,
    zip: debit.zip,
    city: debit.city,
    phone: debit.phone,
    mandate: debit.mandate,
    created_at: debit.createdAt,
    confirmed_at: debit.confirmedAt,
  }))
