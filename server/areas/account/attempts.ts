/**
 * Password attempts, counted in the database, so that a restart does not reset them [ACC-8]. No key contains an account
 * or an address [SAFE-9].
 *
 * The limit for guessing one account: unknown devices have five attempts per network before a block, and
 * `LOGIN_FAILURES_A_DAY` over all networks together. Each known device and each open session has five attempts before a
 * block of its own. These blocks last 15, 30, then 60 minutes, so each can guess about 125 times a day at most.
 */
import {
  DAY_MS,
  LOGIN_FAILURES_A_DAY,
  MAIL_PAUSE_MINUTES,
  MINUTE_MS,
  UNPROVEN_MAILS_A_DAY,
  UNPROVEN_MAILS_OF_NETWORK,
} from '#contract/limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps, Tx } from '../../deps.ts'
import { networkHash } from '../../http/address.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import {
  withAttempt,
  withoutAttempt,
  withoutWindowAttempt,
  withWindowAttempt,
  type Attempts,
  type Window,
} from './lockout.ts'
import { mailboxOf } from './mailbox.ts'

/** The keys of a count begin with the login it is for: a member's or a colleague's. */
type Door = 'login' | 'desk login'

/** A count that every attempt increases. */
export type AttemptCount = {
  key: string
  /** Null: five failures block, each time for longer. */
  window: Window | null
  blocked: Extract<ErrorCode, 'account_blocked' | 'address_blocked' | 'rate_limited'>
}

type LoginAttempt = {
  door: Door
  /** In the spelling of `emailKey`. */
  email: string
  /** As `addressOf` returns it. */
  address: string
  /** The hash of the device token if the account knows the device, otherwise null. */
  device: string | null
}

/** A device that the account knows has its own count, so failures on other devices do not lock it out. */
export const loginCounts = (
  deps: Pick<Deps, 'env' | 'settings' | 'identityKey'>,
  { door, email, address, device }: LoginAttempt,
): AttemptCount[] => {
  const account = accountKey(door, email)
  if (device !== null) return [failureStreak(`${account} device ${device}`)]
  const network = networkHash(deps, address)
  const { address_failures: limit } = deps.settings()
  return [
    failureStreak(`${account} from ${network}`),
    {
      key: `${account} anywhere`,
      window: { count: LOGIN_FAILURES_A_DAY, ms: DAY_MS },
      blocked: 'account_blocked',
    },
    // Many tests use one address. `RATE_LIMITS=no` switches this count off for them.
    ...(deps.env.RATE_LIMITS === 'no'
      ? []
      : [
          {
            key: `${door} from ${network}`,
            window: { count: limit.count, ms: limit.minutes * MINUTE_MS },
            blocked: 'address_blocked' as const,
          },
        ]),
  ]
}

const accountKey = (door: Door, email: string): string => `${door} ${hashToken(email)}`

/** A session has its own count: a stolen session cannot guess freely, and failures elsewhere do not lock it out. */
export const sessionCounts = ({ id, sessionHash }: Pick<Caller, 'id' | 'sessionHash'>): AttemptCount[] => [
  failureStreak(`password ${id} ${sessionHash}`),
]

/** Ten a day, and then one after each pause: nobody can flood a mailbox, and nobody can keep its owner's mails away for long. */
export const UNPROVEN_MAILS: Window = {
  count: UNPROVEN_MAILS_A_DAY,
  ms: DAY_MS,
  pauseMs: MAIL_PAUSE_MINUTES * MINUTE_MS,
}

/**
 * Mails to an address that nobody has proven to be theirs: whoever typed it could flood a stranger's mailbox. One network causes only a
 * part of its mails, so that the rest is there for its owner. All addresses of a mailbox count together [GUARD-5].
 * @param email in the spelling of `emailKey`
 * @param address of the asker, as `addressOf` returns it
 */
export const unprovenMails = (
  deps: Pick<Deps, 'identityKey'>,
  kind: 'activation' | 'mail change',
  { email, address }: { email: string; address: string },
): AttemptCount[] => {
  const key = `${kind} mails to ${hashToken(mailboxOf(email))}`
  return [
    {
      key: `${key} from ${networkHash(deps, address)}`,
      window: { count: UNPROVEN_MAILS_OF_NETWORK, ms: DAY_MS },
      blocked: 'rate_limited',
    },
    { key, window: UNPROVEN_MAILS, blocked: 'rate_limited' },
  ]
}

/**
 * Receipts and decisions that the site sends to a mailbox that nobody has proven to be theirs: whoever typed the address can cause any
 * number of them. Its owner misses nothing, because the app shows what they say.
 * @param email in the spelling of `emailKey`
 */
export const unprovenNotices = (email: string): AttemptCount[] => [
  {
    key: `notice mails to ${hashToken(mailboxOf(email))}`,
    window: { count: UNPROVEN_MAILS_A_DAY, ms: DAY_MS },
    blocked: 'rate_limited',
  },
]

export const failureStreak = (key: string): AttemptCount => ({ key, window: null, blocked: 'account_blocked' })

/** Counts an attempt before the password is checked. @returns the refusal if there were too many: then do not check */
export const beginAttempt = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  counts: readonly AttemptCount[],
): Promise<Refusal | null> =>
  write(async (tx) => {
    const at = now()
    const rows = await rowsOf(tx, counts)
    for (const { blocked, attempts } of rows)
      if (attempts && attempts.blockedUntil > at) return blockedFor(blocked, attempts.blockedUntil - at)
    for (const { key, window, attempts } of rows)
      await tx.account.setAttempts(
        key,
        window === null ? withAttempt(attempts, at) : withWindowAttempt(attempts, at, window),
      )
    return null
  })

/** After the right password: deletes the attempt's own counts, and subtracts one from counts shared with others. */
export const forgiveAttempt = async (tx: Tx, counts: readonly AttemptCount[]): Promise<void> => {
  for (const { key, window, attempts } of await rowsOf(tx, counts))
    if (window === null) await tx.account.forgetAttempts(key)
    else if (attempts) await tx.account.setAttempts(key, withoutWindowAttempt(attempts))
}

/** Removes an attempt that came to nothing: a password that was never checked, a mail that was not sent. */
export const takeBackAttempt = ({ write, now }: Pick<Deps, 'write' | 'now'>, counts: readonly AttemptCount[]) =>
  write(async (tx) => {
    for (const { key, window, attempts } of await rowsOf(tx, counts))
      if (attempts)
        await tx.account.setAttempts(
          key,
          window === null ? withoutAttempt(attempts, now()) : withoutWindowAttempt(attempts),
        )
  })

/** Lifts all blocks of an account: a new password makes earlier guesses worthless. */
export const endBlocks = async (tx: Tx, door: Door, email: string): Promise<void> => {
  await tx.account.forgetAttemptsUnder(`${accountKey(door, email)} `)
}

const rowsOf = (
  tx: Tx,
  counts: readonly AttemptCount[],
): Promise<(AttemptCount & { attempts: Attempts | undefined })[]> =>
  Promise.all(counts.map(async (count) => ({ ...count, attempts: await tx.account.attempts(count.key) })))

const blockedFor = (error: AttemptCount['blocked'], ms: number): Refusal =>
  refuse(error, { minutes: Math.ceil(ms / MINUTE_MS), retry_after: Math.ceil(ms / 1_000) })
