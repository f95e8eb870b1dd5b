/** The payment methods for a country, the usual ones first [PAY-4], and the stored method for one-tap payments [PAY-6]. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import type { Market } from '#contract/rules/discount.ts'
import { PaymentUnavailable, type PaymentProvider, type Mandate } from '../../adapters/payments/provider.ts'
import { sendsSms } from '../../adapters/sms.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { PaymentRow, StoredMethodRow } from './payment-queries.ts'

/** The usual methods of a country come first, the others follow in the order of §3. */
const HABIT: Record<string, readonly PaymentMethod[]> = {
  IT: ['paypal', 'postepay', 'creditcard', 'nexi'],
  DE: ['paypal', 'directdebit', 'sofort', 'giropay', 'creditcard'],
  AT: ['eps', 'paypal', 'creditcard', 'directdebit', 'sofort'],
  CH: ['creditcard', 'paypal', 'applepay'],
  NL: ['ideal', 'paypal', 'directdebit', 'creditcard'],
  BE: ['bancontact', 'paypal', 'creditcard', 'directdebit'],
  FR: ['cartebancaire', 'paypal', 'creditcard'],
  ES: ['creditcard', 'paypal', 'directdebit'],
  PL: ['blik', 'prezelewy24', 'creditcard', 'paypal'],
}

const inOrder = (country: string): readonly PaymentMethod[] => [
  ...new Set([...(HABIT[country] ?? []), ...PAYMENT_METHODS]),
]

type Needs = Pick<Deps, 'env' | 'settings' | 'log'> & { payments?: Pick<PaymentProvider, 'methods'> }

/** @param amount the order's amount, or the cheapest of a list, in minor units */
export const offeredMethods = async (
  { env, settings, log, payments }: Needs,
  market: Market,
  amount: number,
): Promise<PaymentMethod[]> => {
  const { payment_methods } = settings()
  const among = inOrder(market.country).filter((method) => {
    if (method === 'directdebit' && !sendsSms(env)) return false
    const countries = payment_methods[method]
    return countries === '*' || countries?.includes(market.country)
  })
  if (!payments) return among
  try {
    const taken = await payments.methods(among, { ...market, amount })
    return among.filter((method) => taken.includes(method))
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    // Show prices anyway. An order will then report that paying is not possible now.
    log.warn({ err: error }, 'the provider did not return its methods, offering those of the site')
    return among
  }
}

/** Call this with a completed payment and the mandate that the provider stored for it. */
export const storeMethodOf = async (
  tx: Tx,
  { userId, provider, credits, remember, repeated }: PaymentRow,
  mandate: Mandate | null,
  at: number,
): Promise<void> => {
  const known = await tx.payments.storedMethod(userId)
  // The next tap buys the package of the last purchase.
  if (repeated && known) return tx.payments.storeMethod({ ...known, credits, at })
  if (!remember || !mandate) return
  await tx.payments.storeMethod({ ...mandate, userId, provider, credits, at })
  // If the customer is the same, deleting it at the provider would also delete the new mandate.
  if (known && known.customer !== mandate.customer) await forgetAtProvider(tx, known, at)
}

/** @returns whether there was a stored method */
export const forgetMethod = async (tx: Tx, member: number, at: number): Promise<boolean> => {
  const known = await tx.payments.forgetMethod(member)
  if (known) await forgetAtProvider(tx, known, at)
  return known !== undefined
}

/** The job gets all ids, because a deleted account has no row to read them from. */
const forgetAtProvider = async (
  tx: Tx,
  { provider, customer, mandate }: StoredMethodRow,
  at: number,
): Promise<void> => {
  await tx.jobs.add({ kind: 'payments.forget', payload: { provider, customer, mandate } }, at)
}

export const forgetStored = ({ write, now }: Pick<Deps, 'write' | 'now'>, member: number): Promise<boolean> =>
  write((tx) => forgetMethod(tx, member, now()))
