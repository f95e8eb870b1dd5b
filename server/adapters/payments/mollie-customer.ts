/** Customers at Mollie and their mandates: a stored card or PayPal account, or a bank account to debit. */
import { dateOf } from '#contract/rules/age.ts'
import { orNull, type Ask } from './mollie-client.ts'
import { mandateOf, paymentOf, type MolliePayment } from './mollie-state.ts'
import { OrderRefused, type DirectDebitMandate, type Mandate, type Order } from './provider.ts'

type Stored = Pick<Mandate, 'customer' | 'mandate'>

/** A customer for this order only: repeating the order returns the same customer. */
export const newCustomer = async (ask: Ask, { paymentId }: Order): Promise<string> => {
  const customer = await ask((client) => client.customers.create({ idempotencyKey: `${paymentId}:customer` }))
  return customer.id
}

/** The mandate that Mollie stored during a first payment, or null. */
export const storedMandate = async (ask: Ask, payment: MolliePayment): Promise<Mandate | null> => {
  const { status, sequenceType, customerId: customer, mandateId: mandate, metadata } = payment
  if (status !== 'paid' || sequenceType !== 'first' || !customer || !mandate || !metadata) return null
  const answer = await orNull(ask((client) => client.customerMandates.get(mandate, { customerId: customer })))
  return answer && mandateOf(answer, { customer, mandate }, metadata.method)
}

/**
 * The earlier payment of a repeated order, if Mollie has one. An idempotency key expires after an hour, and a member
 * must not be charged twice after that either.
 */
export const chargedBefore = async (
  ask: Ask,
  { customer, paymentId }: Pick<Order, 'customer' | 'paymentId'>,
): Promise<MolliePayment | undefined> => {
  if (customer === undefined) throw new OrderRefused('A repeated order needs its customer')
  const answers = await ask((client) => client.customerPayments.page({ customerId: customer, limit: 50 }))
  return answers.map((answer) => paymentOf(answer)).find(({ metadata }) => metadata?.payment === paymentId)
}

export const sign = async (ask: Ask, mandate: DirectDebitMandate): Promise<Stored> => {
  const { id, accountHolder, iban, reference, signedAt, email } = mandate
  const customer = await ask((client) =>
    client.customers.create({ name: accountHolder, email, idempotencyKey: `${id}:customer` }),
  )
  const signed = await ask((client, { MandateMethod }) =>
    client.customerMandates.create({
      customerId: customer.id,
      method: MandateMethod.directdebit,
      consumerName: accountHolder,
      consumerAccount: iban,
      signatureDate: dateOf(signedAt),
      mandateReference: reference,
      idempotencyKey: `${id}:mandate`,
    }),
  )
  return { customer: customer.id, mandate: signed.id }
}

export const forget = async (ask: Ask, { customer, mandate }: Stored): Promise<void> => {
  await orNull(ask((client) => client.customerMandates.revoke(mandate, { customerId: customer })))
  await orNull(ask((client) => client.customers.delete(customer)))
}
