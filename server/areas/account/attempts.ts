/**
 * Attempts at a password, counted in the database, so that a restart forgives nothing [ACC-8]. No key names an account or
 * an address [SAFE-9].
 *
 * The bound of guessing at one account: unknown devices have five attempts a network before a block, and
 * `LOGIN_FAILURES_A_DAY` over all networks together. Each known device and each open session has five before a block of
 * its own. Their blocks last 15, 30, then 60 minutes, so each guesses at most about 125 times a day.
 */
import { DAY_MS, LOGIN_FAILURES_A_DAY, MINUTE_MS } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
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

/** One of the counts that an attempt adds to. */
export type AttemptCount = {
  key: string
  /** Null where five failures block, each time longer than the last. */
  window: Window | null
  blocked: Extract<ErrorCode, 'account_blocked' | 'address_blocked'>
}

type LoginAttempt = {
  /** As `emailKey` spells it. */
  email: string
  /** As `addressOf` tells it. */
  address: string
  /** The hash of the device's token, where the account knows the device. */
  device: string | null
}

/** A device that the account knows has a count of its own, so that no failure elsewhere locks it out. */
export const loginCounts = (
  { email, address, device }: LoginAttempt,
  { RATE_LIMITS }: Pick<Env, 'RATE_LIMITS'>,
  { address_failures: limit }: Pick<SiteSettings, 'address_failures'>,
): AttemptCount[] => {
  const account = `login ${hashToken(email)}`
  if (device !== null) return [streak(`${account} device ${device}`)]
  const network = hashToken(address)
  return [
    streak(`${account} from ${network}`),
    {
      key: `${account} anywhere`,
      window: { count: LOGIN_FAILURES_A_DAY, ms: DAY_MS },
      blocked: 'account_blocked',
    },
    // Many tests come from one address, and switch this count off with the rate limits.
    ...(RATE_LIMITS === 'no'
      ? []
      : [
          {
            key: `login from ${network}`,
            window: { count: limit.count, ms: limit.minutes * MINUTE_MS },
            blocked: 'address_blocked' as const,
          },
        ]),
  ]
}

/** An open session is no place to guess at, and no failure elsewhere locks it out. */
export const sessionCounts = ({ id, sessionHash }: Pick<Caller, 'id' | 'sessionHash'>): AttemptCount[] => [
  streak(`password ${id} ${sessionHash}`),
]

const streak = (key: string): AttemptCount => ({ key, window: null, blocked: 'account_blocked' })

/** Counts one attempt before its work is done. @returns the refusal where there were too many: then do none. */
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

/** The right password was given: its own count is clear, and those shared with others have one attempt fewer. */
export const forgiveAttempt = async (tx: Tx, counts: readonly AttemptCount[]): Promise<void> => {
  for (const { key, window, attempts } of await rowsOf(tx, counts))
    if (window === null) await tx.account.forgetAttempts(key)
    else if (attempts) await tx.account.setAttempts(key, withoutWindowAttempt(attempts))
}

/** The attempt was never looked at. */
export const takeBackAttempt = ({ write, now }: Pick<Deps, 'write' | 'now'>, counts: readonly AttemptCount[]) =>
  write(async (tx) => {
    for (const { key, window, attempts } of await rowsOf(tx, counts))
      if (attempts)
        await tx.account.setAttempts(
          key,
          window === null ? withoutAttempt(attempts, now()) : withoutWindowAttempt(attempts),
        )
  })

/** A new password makes earlier guesses worthless: nobody is blocked for them any longer. */
export const endBlocks = async (tx: Tx, email: string): Promise<void> => {
  await tx.account.forgetAttemptsUnder(`login ${hashToken(email)} `)
}

const rowsOf = (
  tx: Tx,
  counts: readonly AttemptCount[],
): Promise<(AttemptCount & { attempts: Attempts | undefined })[]> =>
  Promise.all(counts.map(async (count) => ({ ...count, attempts: await tx.account.attempts(count.key) })))

const blockedFor = (error: AttemptCount['blocked'], ms: number): Refusal =>
  refuse(error, { minutes: Math.ceil(ms / MINUTE_MS), retry_after: Math.ceil(ms / 1_000) })
