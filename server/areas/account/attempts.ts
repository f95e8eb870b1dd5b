/** Attempts at a password, counted in the database so that a restart forgives nothing [ACC-8]. */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { withAttempt, withoutAttempt } from './lockout.ts'

/** Whom an attempt is counted against: the account's address, and where it came from. No row names either [SAFE-9]. */
export type Tried = {
  /** As `emailKey` spells it. */
  email: string
  /** As `addressOf` tells it; null where it does not count. */
  address: string | null
}

/** Many tests come from one address, and switch this off with the rate limits; an account is always held to its count. */
export const countedAddress = ({ RATE_LIMITS }: Pick<Env, 'RATE_LIMITS'>, address: string): string | null =>
  RATE_LIMITS === 'no' ? null : address

/** Counts one attempt before its work is done. @returns the refusal where there were too many: then do none. */
export const beginAttempt = ({ write, now }: Pick<Deps, 'write' | 'now'>, tried: Tried): Promise<Refusal | null> =>
  write(async (tx) => {
    const at = now()
    const rows = await rowsOf(tx, tried)
    const until = Math.max(...rows.map(({ attempts }) => attempts?.blockedUntil ?? 0))
    if (until > at) return blockedFor(until - at)
    for (const { key, attempts } of rows) await tx.account.setAttempts(key, withAttempt(attempts, at))
    return null
  })

/** The right password was given: the account's count is clear, and the address has one attempt fewer. */
export const forgiveAttempt = async (tx: Tx, { email, address }: Tried, now: number): Promise<void> => {
  await tx.account.forgetAttempts(ofAccount(email))
  if (address === null) return
  const attempts = await tx.account.attempts(ofAddress(address))
  if (attempts) await tx.account.setAttempts(ofAddress(address), withoutAttempt(attempts, now))
}

const rowsOf = async (tx: Tx, { email, address }: Tried) => {
  const keys = [ofAccount(email), ...(address === null ? [] : [ofAddress(address)])]
  return Promise.all(keys.map(async (key) => ({ key, attempts: await tx.account.attempts(key) })))
}

const ofAccount = (email: string): string => `login ${hashToken(email)}`
const ofAddress = (address: string): string => `login from ${hashToken(address)}`

const blockedFor = (ms: number): Refusal =>
  refuse('account_blocked', { minutes: Math.ceil(ms / MINUTE_MS), retry_after: Math.ceil(ms / 1_000) })
