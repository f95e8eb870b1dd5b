/** The payment methods for a country: those of the site that the provider accepts, the usual ones first [PAY-4]. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import type { Market } from '#contract/rules/discount.ts'
import { PaymentUnavailable, type PaymentProvider } from '../../adapters/payments/provider.ts'
import { sendsSms } from '../../adapters/sms.ts'
import type { Deps } from '../../deps.ts'

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
