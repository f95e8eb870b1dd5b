/**
 * Rate limits [SAFE-6]: how often one member or one address may do what costs us or others something. In memory, for one
 * process; what must outlive a restart (logins, resets) is counted in the database (`areas/account/attempts.ts`).
 */
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { wideNetworkOf } from './http/address.ts'
import { refuse, type Refusal } from './http/reply.ts'

/** `count` at once, and again as many spread over `perMs`. */
type Rate = { count: number; perMs: number }

export const RATES = {
  /** By address. */
  signup: { count: 10, perMs: HOUR_MS },
  login: { count: 30, perMs: 10 * MINUTE_MS },
  reset: { count: 10, perMs: HOUR_MS },
  link: { count: 30, perMs: 10 * MINUTE_MS },
  letter: { count: 10, perMs: HOUR_MS },
  /** Of payments nobody here knows of. */
  webhook: { count: 60, perMs: MINUTE_MS },
  geocode: { count: 30, perMs: MINUTE_MS },
  beacon: { count: 60, perMs: MINUTE_MS },
  /** Screens that broke, as their devices tell. */
  failure: { count: 10, perMs: 10 * MINUTE_MS },
  /** By member, or by address of a visitor. */
  view: { count: 240, perMs: MINUTE_MS },
  /** Discount codes that are tried. */
  code: { count: 20, perMs: 10 * MINUTE_MS },
  /** By member. */
  activation: { count: 5, perMs: 10 * MINUTE_MS },
  password: { count: 10, perMs: HOUR_MS },
  export: { count: 5, perMs: HOUR_MS },
  upload: { count: 60, perMs: 10 * MINUTE_MS },
  message: { count: 120, perMs: MINUTE_MS },
  /** Said again every few seconds while someone writes, in any conversation. */
  typing: { count: 120, perMs: MINUTE_MS },
  like: { count: 120, perMs: MINUTE_MS },
  report: { count: 20, perMs: HOUR_MS },
  payment: { count: 20, perMs: 10 * MINUTE_MS },
  /** How often the provider is asked what became of a payment. */
  payment_state: { count: 60, perMs: MINUTE_MS },
  /** By member, and by phone: each costs us, and rings somewhere. */
  sms: { count: 5, perMs: HOUR_MS },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** Counts one use. @returns the refusal with its `retry_after`, or null where it may go on */
export type Rates = (name: RateName, who: string | number) => Refusal | null

/** A small site has about this many visitors in an hour; past it the keys that were quiet longest are forgotten first. */
const KEYS_MAX = 50_000

/** How many times the limit of a /64 the /48 around it gets [SAFE-6]. */
export const WIDE_NETWORK_FACTOR = 8

/** @param rates tests give their own */
export const createRates = (now: () => number, rates: Record<RateName, Rate> = RATES): Rates => {
  /** Token buckets by key: how much was left at a time. */
  const buckets = new Map<string, { left: number; at: number }>()

  const countUse = (key: string, { count, perMs }: Rate): Refusal | null => {
    const at = now()
    const before = buckets.get(key)
    const left = before ? Math.min(count, before.left + ((at - before.at) / perMs) * count) : count
    buckets.delete(key)
    if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(key, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? refuse('rate_limited', { retry_after: Math.ceil(((1 - left) / count) * (perMs / 1_000)) }) : null
  }

  return (name, who) => {
    const rate = rates[name]
    const wide = wideNetworkOf(String(who))
    return (
      countUse(`${name} ${who}`, rate) ??
      (wide === null ? null : countUse(`${name} ${wide}`, { ...rate, count: rate.count * WIDE_NETWORK_FACTOR }))
    )
  }
}
