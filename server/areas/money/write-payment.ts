/** Stores an order before any provider gets it, so that it can be resumed after a crash [PAY-5]. */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import type { ProviderName } from '../../adapters/payments/provider.ts'
import { withReservedUses } from './terms.ts'
import type { PaymentRow } from './payment-queries.ts'
import { priceOfOrder, type OrderAsked } from './price-of-order.ts'

export type Purchase = OrderAsked & {
  /** Created by the payer's device: there is one payment per id. */
  client_id: string
  /** The payer allows the method to be stored. */
  remember: boolean
  /** Paid with the stored method, without the payer's action. */
  repeated: boolean
  /** The request to begin at once that the device showed at the button [PAY-11]. */
  begin?: { version: string; language: Locale } | undefined
}

type PaymentOwner = {
  provider: ProviderName
  member: number
  at: number
  /** The time of the agreed price, if it was agreed on earlier. */
  pricedAt?: number
  /** The refusal at the price that the member is shown (`freeDiscount`): a reserved discount is not the reason then. */
  shown?: Refusal | null
}

/** The server asks the provider at this time, unless a webhook came before. */
const FIRST_CHECK_MS = MINUTE_MS

/** The reason why a member cannot order anything now: an unknown outcome [PAY-5], or a chargeback [DESK-12]. */
export const mayNotBuy = async (
  { payments, books }: Pick<Queries, 'payments' | 'books'>,
  member: number,
): Promise<Refusal | null> => {
  const unknown = await payments.findingOut(member)
  if (unknown) return refuse('payment_unknown', { payment: unknown.id })
  return (await books.isBuyingStopped(member)) ? refuse('buying_stopped') : null
}

/** @returns the payment, also if it already exists; another member's payment is not found */
export const writePayment = async (
  tx: Tx,
  { settings, domain }: Pick<Deps, 'settings' | 'domain'>,
  { provider, member, at, pricedAt = at, shown = null }: PaymentOwner,
  purchase: Purchase,
): Promise<PaymentRow | Refusal> => {
  const known = await tx.payments.byId(purchase.client_id)
  if (known) return known.userId === member ? known : refuse('not_found')
  const stopped = await mayNotBuy(tx, member)
  if (stopped) return stopped
  const priced = await priceOfOrder(withReservedUses(tx), settings(), member, purchase, pricedAt)
  if (isRefusal(priced)) return shown ?? priced
  const { discount, ...paid } = priced
  const { client_id: id, method, remember, repeated, begin } = purchase
  const payment = await tx.payments.add({
    ...paid,
    id,
    userId: member,
    status: 'created',
    provider,
    method,
    remember,
    repeated,
    domain,
    discountCode: discount?.code ?? null,
    discountPercentage: discount?.value_percentage ?? null,
    ...(begin ? { beginAt: at, beginVersion: begin.version, beginLanguage: begin.language } : {}),
    createdAt: at,
    changedAt: at,
  })
  await tx.payments.addTransition({ payment: id, before: null, after: 'created', by: 'member', at })
  await tx.jobs.add(
    { kind: 'payments.check', payload: { payment: id }, uniqueKey: checkKey(id), runAt: at + FIRST_CHECK_MS },
    at,
  )
  return payment
}

export const checkKey = (payment: string): string => `payments.check ${payment}`
