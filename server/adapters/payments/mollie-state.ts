/** Parses Mollie's payments and mandates and maps them to our names. */
import * as v from 'valibot'
import type { PaymentFailure, PaymentMethod } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import { moneyOf } from './mollie-client.ts'
import { methodOfMandate } from './mollie-methods.ts'
import { PaymentUnavailable, type Mandate, type ProviderState } from './provider.ts'

const Amount = v.object({ value: v.string(), currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) })

/** The metadata that we sent with the order. */
const OurMetadata = v.object({ payment: v.string(), method: v.picklist(PAYMENT_METHODS) })

const Payment = v.object({
  id: v.string(),
  status: v.picklist(['open', 'canceled', 'pending', 'authorized', 'expired', 'failed', 'paid']),
  amount: Amount,
  amountRefunded: v.optional(v.nullable(Amount)),
  amountChargedBack: v.optional(v.nullable(Amount)),
  method: v.optional(v.nullable(v.string())),
  metadata: v.fallback(v.nullable(OurMetadata), null),
  sequenceType: v.optional(v.picklist(['oneoff', 'first', 'recurring']), 'oneoff'),
  customerId: v.optional(v.nullable(v.string())),
  mandateId: v.optional(v.nullable(v.string())),
  details: v.optional(
    v.nullable(
      v.object({
        failureReason: v.optional(v.nullable(v.string())),
        bankReasonCode: v.optional(v.nullable(v.string())),
      }),
    ),
  ),
  _links: v.object({ checkout: v.optional(v.nullable(v.object({ href: v.string() }))) }),
})
export type MolliePayment = v.InferOutput<typeof Payment>

const MandateAnswer = v.object({
  method: v.picklist(['creditcard', 'directdebit', 'paypal']),
  details: v.optional(
    v.nullable(
      v.object({
        cardNumber: v.optional(v.nullable(v.string())),
        consumerAccount: v.optional(v.nullable(v.string())),
      }),
    ),
  ),
})

const parsed = <Schema extends v.GenericSchema>(schema: Schema, answer: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, answer)
  if (!result.success) throw new PaymentUnavailable('Mollie answered with something else')
  return result.output
}

/** @throws PaymentUnavailable if the answer is not a payment */
export const paymentOf = (answer: unknown): MolliePayment => parsed(Payment, answer)

/** The page on which the payer continues; null if there is nothing to do. */
export const checkoutOf = ({ _links }: MolliePayment): string | null => _links.checkout?.href ?? null

const STATUS = {
  open: 'open',
  pending: 'pending',
  authorized: 'pending',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
  expired: 'expired',
} as const

/** Mollie's payment in our words; amounts are in minor units. */
export const stateOf = (payment: MolliePayment, mandate: Mandate | null): ProviderState => ({
  reference: payment.id,
  paymentId: payment.metadata?.payment ?? '',
  ...moneyOf(payment.amount),
  status: STATUS[payment.status],
  refunded: payment.amountRefunded ? moneyOf(payment.amountRefunded).amount : 0,
  chargedBack: payment.amountChargedBack ? moneyOf(payment.amountChargedBack).amount : 0,
  failure: payment.status === 'failed' ? failureOf(payment) : null,
  checkoutUrl: checkoutOf(payment),
  mandate,
})

const DECLINED = new Set([
  'card_declined',
  'refused_by_issuer',
  'possible_fraud',
  'inactive_card',
  'authentication_failed',
])

const failureOf = ({ sequenceType, method, details }: MolliePayment): PaymentFailure => {
  // A card that failed without the payer is not tried again, whatever the reason; the payer can still pay by hand
  // [PAY-6].
  if (sequenceType === 'recurring' && method === 'creditcard') return 'recurring_failed'
  const reason = details?.failureReason ?? ''
  // The bank's reason code for a SEPA direct debit (ISO 20022): AM04 means insufficient funds.
  const bank = details?.bankReasonCode ?? ''
  if (reason === 'insufficient_funds' || bank === 'AM04') return 'insufficient_funds'
  if (reason === 'card_expired') return 'card_expired'
  return DECLINED.has(reason) || bank !== '' ? 'declined' : 'other'
}

/** @param asked the payment method of the payment that stored the mandate */
export const mandateOf = (
  answer: unknown,
  ids: Pick<Mandate, 'customer' | 'mandate'>,
  asked: PaymentMethod,
): Mandate => {
  const { method, details } = parsed(MandateAnswer, answer)
  const account =
    method === 'creditcard' ? details?.cardNumber : method === 'directdebit' ? details?.consumerAccount : ''
  const last = account ? account.replaceAll(' ', '').slice(-4) : ''
  return { ...ids, method: methodOfMandate(method, asked), label: last === '' ? 'PayPal' : `•••• ${last}` }
}
