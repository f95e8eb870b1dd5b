/**
 * Payment methods at Mollie: their names there, and those that are active at our account. Mollie has one method for all cards; the payer
 * enters the card there.
 */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { amountOf, type Ask } from './mollie-client.ts'
import type { Money, PaymentProvider } from './provider.ts'

/** Sofort and giropay are missing: both were discontinued, and Mollie no longer accepts them. */
const NAMES = {
  creditcard: 'creditcard',
  visa: 'creditcard',
  mastercard: 'creditcard',
  maestro: 'creditcard',
  cartebancaire: 'creditcard',
  nexi: 'creditcard',
  postepay: 'creditcard',
  paypal: 'paypal',
  ideal: 'ideal',
  bancontact: 'bancontact',
  eps: 'eps',
  blik: 'blik',
  prezelewy24: 'przelewy24',
  applepay: 'applepay',
  paysafecard: 'paysafecard',
  sct: 'banktransfer',
  directdebit: 'directdebit',
} as const satisfies Partial<Record<PaymentMethod, string>>

type MollieMethod = (typeof NAMES)[keyof typeof NAMES]

/** Null if Mollie has no such method. */
export const mollieMethod = (method: PaymentMethod): MollieMethod | null =>
  method in NAMES ? NAMES[method as keyof typeof NAMES] : null

/**
 * Our method for a Mollie mandate: the `asked` method if Mollie has the same name for it, e.g. `visa` for `creditcard`.
 */
export const methodOfMandate = (name: 'creditcard' | 'directdebit' | 'paypal', asked: PaymentMethod): PaymentMethod =>
  mollieMethod(asked) === name ? asked : name

type PriceInCountry = Money & { country: string }

const CACHE_MAX = 500
const FAILURE_CACHE_MS = 30_000
/** Short, since a price list waits for the answer. */
const TIMEOUT_MS = 4_000

/**
 * The active methods. Every price list needs them, so answers are cached for a while.
 * @param cacheMs the cache time; while Mollie is down, the last answer stays valid
 */
export const mollieOffer = (ask: Ask, now: () => number, cacheMs: number): PaymentProvider['methods'] => {
  const cached = new Map<string, { at: number; names: Promise<Set<string>> }>()

  const namesFor = async (where: PriceInCountry): Promise<Set<string>> => {
    const key = `${where.country} ${where.currency} ${where.amount}`
    const before = cached.get(key)
    if (before && now() - before.at < cacheMs) return before.names
    const names = askNames(ask, where).catch((error: unknown) => {
      if (before) return before.names
      throw error
    })
    // After a failure, requests of the next 30 seconds get the same failure without waiting.
    names.catch(() => cached.set(key, { at: now() - cacheMs + FAILURE_CACHE_MS, names }))
    if (cached.size >= CACHE_MAX) cached.clear()
    cached.set(key, { at: now(), names })
    return names
  }

  return async (among, where) => {
    const names = await namesFor(where)
    return among.filter((method) => isAmong(names, method))
  }
}

const isAmong = (names: Set<string>, method: PaymentMethod): boolean => {
  const name = mollieMethod(method)
  return name !== null && names.has(name)
}

/** A direct debit cannot be a first payment at Mollie, so it is only in the list of recurring methods. */
const askNames = async (ask: Ask, where: PriceInCountry): Promise<Set<string>> => {
  const amount = amountOf(where)
  const [steps, mandates] = await Promise.all([
    ask(
      (client) => client.methods.list({ amount, billingCountry: where.country, includeWallets: 'applepay' }),
      TIMEOUT_MS,
    ),
    ask(
      (client, { SequenceType }) => client.methods.list({ amount, sequenceType: SequenceType.recurring }),
      TIMEOUT_MS,
    ),
  ])
  const names = new Set<string>(steps.map(({ id }) => id))
  if (new Set<string>(mandates.map(({ id }) => id)).has('directdebit')) names.add('directdebit')
  return names
}
