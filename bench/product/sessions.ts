/** Puts sessions and credits for seeded members into a database, as signing up and buying would. */
import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'
import { hashToken } from '../../server/http/caller.ts'
import { sessionCookieName } from '../../server/http/session-cookie.ts'

/** Enough for every message of a run. */
const CREDITS = 100_000_000

/**
 * @param publicUrl the site's address, if it is not the server's own
 * @returns the cookie of a new session
 */
export const logIn = (database: Database.Database, member: number, publicUrl?: string): string => {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  database
    .prepare('insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, ?)')
    .run(hashToken(token), member, now, now, now + SESSION_DAYS * DAY_MS)
  return `${sessionCookieName({ PUBLIC_URL: publicUrl })}=${token}`
}

/** Credits with their ledger entry: the balance is the ledger's sum [PAY-1]. */
export const giveCredits = (database: Database.Database, member: number): void => {
  database
    .prepare(`insert into ledger (user_id, amount, reason, reference, at) values (?, ?, 'demo', 'bench', ?)`)
    .run(member, CREDITS, Date.now())
  database.prepare('update users set credits = credits + ?, paid_user = 1 where id = ?').run(CREDITS, member)
}
