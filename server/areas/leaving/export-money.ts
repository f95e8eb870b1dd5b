/** The payments and payment methods in a member's export [ACC-17]. */
import type { Deps } from '../../deps.ts'
import { invoiceNumber } from '../money/invoice.ts'

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
    withdrawn_at: payment.withdrawnAt,
    credits_taken: payment.creditsTaken,
    refunded: payment.refunded,
    domain: payment.domain,
    buyer: payment.buyerName === null ? null : { name: payment.buyerName, email: payment.buyerEmail },
    ended_at_provider: payment.endedThere,
    refunded_at_provider: payment.refundedThere,
    charged_back_at_provider: payment.chargedBackThere,
    refunded_otherwise: payment.refundedOtherwise,
    refund_refused_at: payment.refundRefusedAt,
    begin_at_once:
      payment.beginAt === null
    charged_back_and_won: payment.chargedBackWon,
        ? null
        : { at: payment.beginAt, version: payment.beginVersion, language: payment.beginLanguage },
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
