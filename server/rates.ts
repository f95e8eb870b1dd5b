/**
 * Rate limits [SAFE-6]: how often a member or a network may use what costs us or others something. `call-limits.ts`
 * lists the limits of each call; the bus counts (`bus/`). Counts that must survive a restart (logins, resets) are in the
 * database (`areas/account/attempts.ts`).
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { wideNetworkOf } from './http/address.ts'
import { refuse, type Refusal } from './http/reply.ts'

/** `count` uses at once; they refill evenly over `perMs`. */
type Rate = { count: number; perMs: number }

export const RATES = {
  // Limits per network.
  signup: { count: 10, perMs: HOUR_MS },
  login: { count: 30, perMs: 10 * MINUTE_MS },
  reset: { count: 10, perMs: HOUR_MS },
  /** Opening the login screen asks for a challenge, in a network that many may share. */
  passkey: { count: 300, perMs: 10 * MINUTE_MS },
  link: { count: 30, perMs: 10 * MINUTE_MS },
  letter: { count: 10, perMs: HOUR_MS },
  /** A partner's own page, and attempts to guess its address. */
  partner: { count: 30, perMs: MINUTE_MS },
  /** A webhook about an unknown payment. */
  webhook: { count: 60, perMs: MINUTE_MS },
  /** Gmail and Outlook unsubscribe for all their users from a few networks (RFC 8058). */
  unsubscribe: { count: 600, perMs: 10 * MINUTE_MS },
  /** A mail service reports all bounces from a few networks. */
  mail_feedback: { count: 1_200, perMs: MINUTE_MS },

  // Limits per member, or per network for a visitor.
  geocode: { count: 30, perMs: MINUTE_MS },
  beacon: { count: 60, perMs: MINUTE_MS },
  /** Reports of a screen that failed. */
  failure: { count: 10, perMs: 10 * MINUTE_MS },
  /** Search and profiles: stops anyone from copying them all. */
  view: { count: 240, perMs: MINUTE_MS },
  /**
   * Photos of others, since their numbers can be guessed: a login fetches about 70, each profile 4, and who opens a profile every four
   * seconds needs 3,600 an hour. A repeated request that gets 304 is free.
   */
  photo: { count: 6_000, perMs: HOUR_MS },
  /** A mobile network has thousands of visitors behind one address. */
  visitor_photo: { count: 30_000, perMs: HOUR_MS },
  /** Attempts at discount codes. */
  code: { count: 20, perMs: 10 * MINUTE_MS },
  /**
   * Lists and details of the member's own data. The first load reads each conversation once, so several hundred come at
   * once.
   */
  read: { count: 1_200, perMs: MINUTE_MS },
  /** Settings, places, interests: a whole network of visitors may share this limit. */
  site: { count: 1_200, perMs: MINUTE_MS },

  // Limits per member. An outbox after a week offline may send 500 writes at once; refused ones wait for `Retry-After`.
  sync: { count: 1_200, perMs: MINUTE_MS },
  /** A browser reconnects a lost stream every few seconds. */
  stream: { count: 60, perMs: MINUTE_MS },
  write: { count: 600, perMs: MINUTE_MS },
  profile: { count: 120, perMs: MINUTE_MS },
  block: { count: 120, perMs: 10 * MINUTE_MS },
  swipe: { count: 240, perMs: MINUTE_MS },
  match: { count: 60, perMs: MINUTE_MS },
  deck: { count: 60, perMs: MINUTE_MS },
  auto_like: { count: 30, perMs: MINUTE_MS },
  /** Sessions, push subscriptions, stored methods: data that a member seldom changes. */
  session: { count: 60, perMs: 10 * MINUTE_MS },
  /** Calls of the desk, per member of staff, or per network before the login [DESK-1]. */
  desk: { count: 1_200, perMs: MINUTE_MS },
  activation: { count: 5, perMs: 10 * MINUTE_MS },
  password: { count: 10, perMs: HOUR_MS },
  export: { count: 5, perMs: HOUR_MS },
  upload: { count: 60, perMs: 10 * MINUTE_MS },
  /** A photo has up to 640 of the smallest parts, each of which takes a bad network more than a second. */
  upload_part: { count: 1_200, perMs: 10 * MINUTE_MS },
  message: { count: 120, perMs: MINUTE_MS },
  /** Sent every few seconds while somebody types, in any conversation. */
  typing: { count: 120, perMs: MINUTE_MS },
  like: { count: 120, perMs: MINUTE_MS },
  /** Likes a day are counted in the database (`likes/like.ts`). */
  report: { count: 20, perMs: HOUR_MS },
  payment: { count: 20, perMs: 10 * MINUTE_MS },
  /** Requests that poll the provider about a payment. */
  payment_state: { count: 60, perMs: MINUTE_MS },
  /** Per member and per phone: an SMS costs money and disturbs the phone's owner. */
  sms: { count: 5, perMs: HOUR_MS },
  sms_day: { count: 12, perMs: DAY_MS },

  /** Per payment: each webhook causes a request to the provider, who sends about ten for a payment. */
  payment_webhook: { count: 20, perMs: 10 * MINUTE_MS },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES
export type Rates = Record<RateName, Rate>

/** The factor by which a /48 may exceed the limit of a /64 [SAFE-6]. */
export const WIDE_NETWORK_FACTOR = 8

/** One use of one bucket: `key` names the limit and its subject. */
export type BucketUse = Rate & { name: RateName; key: string }

/**
 * The buckets that one use counts in, in this order: a bucket counts only if none before it has refused.
 * @param who the member, network or other subject of the limit
 */
export const bucketsOf = (name: RateName, who: string | number, rates: Rates): BucketUse[] => {
  const rate = rates[name]
  const wide = wideNetworkOf(String(who))
  const own = { name, key: `${name} ${who}`, ...rate }
  return wide === null ? [own] : [own, { ...own, key: `${name} ${wide}`, count: rate.count * WIDE_NETWORK_FACTOR }]
}

/** The refusal of a bucket that has `left` of a use. */
export const limited = (left: number, { count, perMs }: Rate): Refusal =>
  refuse('rate_limited', { retry_after: Math.ceil(((1 - left) / count) * (perMs / 1_000)) })
