/**
 * Sessions: signup and login begin them, visits renew them, logout and other devices end them [ACC-16]. Also the session view for the
 * caller.
 */
import type { Counts, User } from '#contract/entities/user.ts'
import { DAY_MS, SESSION_DAYS, SESSION_RENEWAL_DAYS, KNOWN_DEVICES_MAX } from '#contract/limits.ts'
import type { MemberSession } from '#contract/entities/session.ts'
import type { Context } from 'hono'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken, type Caller, type SessionInHand } from '../../http/caller.ts'
import { isHttps, deviceCookie, deviceTokensOf, endedFormerCookies, sessionCookie } from '../../http/session-cookie.ts'
import type { NewJob } from '../../jobs/kinds.ts'
import { deviceOf, USER_AGENT_MAX } from './device-of.ts'
import { withWindowAttempt } from './lockout.ts'
import { userOf } from './user-view.ts'

export type SessionView = { user: User | null; counts: Counts | null }

/** The origin of a request: its earlier session, browser, address and device cookie. */
export type Origin = {
  endedSession: string | null
  userAgent: string
  /** As `addressOf` returns it. */
  address: string
  /** As `deviceTokensOf` returns them. */
  devices: readonly string[]
}

/** A member who has logged in, with the values of their cookies. */
export type NewLogin = { member: number; token: string; devices: readonly string[] }

/** 256 random bits as text, for a cookie or a link [SAFE-1]. */
export const newToken = (deps: Pick<Deps, 'random'>): string => Buffer.from(deps.random(32)).toString('base64url')

/** The end of a session that begins or is used now [ACC-13]. */
export const sessionEnd = (now: number): number => now + SESSION_DAYS * DAY_MS

/**
 * Stores a new session, ends the browser's earlier one, and makes the device known to the account [ACC-8].
 * @param notice the mail about a login, if one is due
 */
export const beginSession = async (
  tx: Tx,
  deps: Pick<Deps, 'random' | 'now' | 'env'>,
  member: number,
  from: Origin,
  notice: NewJob | null = null,
): Promise<NewLogin> => {
  const [token, now] = [newToken(deps), deps.now()]
  if (notice) {
    await tx.jobs.add(notice, now)
  }
  if (from.endedSession !== null) await tx.account.endSession(from.endedSession)
  await tx.account.addSession({
    tokenHash: hashToken(token),
    userId: member,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: sessionEnd(now),
    userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
    // A session that began on https never had the cookie's former name, so that name must not open it.
    hostCookieAt: isHttps(deps.env) ? 0 : null,
  })
  return { member, token, devices: await rememberDevice(tx, deps, member, from.devices) }
}

/**
 * The mail about a login that has proven its member [ACC-16]: none for a device that the account knows, and one a day for each
 * kind of device, also after a restart.
 */
export const noticeOfLogin = async (
  tx: Tx,
  member: number,
  { devices, userAgent }: Origin,
  now: number,
): Promise<NewJob | null> => {
  if ((await knownDeviceOf(tx, member, devices)) !== null) return null
  const key = `login.notice ${member} ${deviceOf(userAgent).device}`
  const before = await tx.account.attempts(key)
  if (before && before.blockedUntil > now) return null
  await tx.account.setAttempts(key, withWindowAttempt(before, now, { count: 1, ms: DAY_MS }))
  return { kind: 'mail.login_notice', payload: { member, at: now, device: userAgent.slice(0, USER_AGENT_MAX) } }
}

/** Ends the session and its push subscription, and notifies its open pages. */
export const endSession = async (deps: Deps, caller: Caller): Promise<void> => {
  await deps.write((tx) => tx.account.endSession(caller.sessionHash))
  deps.bus.endSession(caller.id, caller.sessionHash)
}

/** Ends a session from another device. Its own device deletes the member's data at its next contact [ACC-16]. */
export const revokeSession = async (tx: Tx, member: number, hash: string, now: number): Promise<void> => {
  await tx.account.revokeSession(hash, now)
  tx.sessionEnded(member, hash)
}

/** Ends all sessions of a member except `keep`. */
export const revokeSessions = async (tx: Tx, member: number, keep: string | null, now: number): Promise<void> => {
  for (const { hash } of await tx.account.sessionsOf(member, now))
    if (hash !== keep) await revokeSession(tx, member, hash, now)
}

export const viewOf = async (deps: Deps, member: number): Promise<SessionView> => {
  const user = await userOf(deps.read, member, deps.now(), deps.settings())
  return user ? { user, counts: await deps.read.feed.totals(member) } : { user: null, counts: null }
}

/** A session's public id: a hash of the stored hash, so it cannot open the session. */
export const sessionId = (hash: string): string => hashToken(hash).slice(0, 22)

export const listSessions = async (deps: Deps, caller: Caller): Promise<{ sessions: MemberSession[] }> => {
  const rows = await deps.read.account.sessionsOf(caller.id, deps.now())
  const sessions = rows.map(({ hash, userAgent, createdAt, lastSeenAt }) => {
    const { device, browser, system } = deviceOf(userAgent)
    const current = hash === caller.sessionHash
    // This session is in use right now, but its stored time may be older.
    const last_seen_at = current ? deps.now() : lastSeenAt
    return { id: sessionId(hash), device, browser, system, created_at: createdAt, last_seen_at, current }
  })
  return { sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)) }
}

/** @returns `gone` if there is no such session, `own` for the caller's session, otherwise `other` */
export const endOne = async (deps: Deps, caller: Caller, id: string): Promise<'gone' | 'other' | 'own'> => {
  const rows = await deps.read.account.sessionsOf(caller.id, deps.now())
  const found = rows.find(({ hash }) => sessionId(hash) === id)
  if (!found) return 'gone'
  if (found.hash === caller.sessionHash) {
    await endSession(deps, caller)
    return 'own'
  }
  await deps.write((tx) => revokeSession(tx, caller.id, found.hash, deps.now()))
  return 'other'
}

export const endOthers = (deps: Deps, caller: Caller): Promise<void> =>
  deps.write((tx) => revokeSessions(tx, caller.id, caller.sessionHash, deps.now()))

/**
 * A visit renews its session, both cookie and row [ACC-13]. Every call of a member is a visit, also one of the service
 * worker: a push makes the worker sync, so a push that arrives counts as a visit.
 * `docs/push.md` says why a lost answer does no harm.
 *
 * @returns the cookies for the answer, mostly none
 */
export const renewSession = async (
  deps: Pick<Deps, 'write' | 'now' | 'env' | 'random'>,
  c: Context,
  { id, sessionHash }: Caller,
  session: SessionInHand,
): Promise<[string, string][]> => {
  const { env, write, now } = deps
  const { token, expiresAt, isFormer } = session
  const cookies = isFormer ? [sessionCookie(token, env), ...endedFormerCookies(env)] : []
  if (isHttps(env) && !isFormer && session.hostCookieAt === null)
    await write((tx) => tx.account.noteHostCookie(sessionHash, now()))
  if (!isDue(expiresAt, now())) return cookies
  const devices = await write(async (tx) =>
    (await tx.account.renewSession(sessionHash, expiresAt, sessionEnd(now())))
      ? rememberDevice(tx, deps, id, deviceTokensOf(c, env))
      : null,
  )
  if (devices === null) return cookies
  return [...(isFormer ? cookies : [sessionCookie(token, env)]), deviceCookie(devices, env)]
}

/** Once a day. A server clock that was ahead may have left an end too far away: renew those sessions too. */
const isDue = (expiresAt: number, now: number): boolean => {
  const left = expiresAt - now
  return left <= (SESSION_DAYS - SESSION_RENEWAL_DAYS) * DAY_MS || left > SESSION_DAYS * DAY_MS
}

/**
 * A device that has logged in to an account is known to that account [ACC-8]: failures on other devices do not lock it
 * out. The device stores a random token for each account, in a cookie that outlives the session.
 * @param tokens from the device cookie. @returns the hash of the token that this account knows, or null
 */
export const knownDeviceOf = async (read: Queries, member: number, tokens: readonly string[]): Promise<string | null> =>
  (await read.account.knownDevice(member, tokens.map(hashToken))) ?? null

/**
 * Adds the device to the account, or updates the time of its last use.
 * @returns the tokens for the device cookie, the newest account first
 */
export const rememberDevice = async (
  tx: Tx,
  { random, now }: Pick<Deps, 'random' | 'now'>,
  member: number,
  tokens: readonly string[],
): Promise<readonly string[]> => {
  const known = await knownDeviceOf(tx, member, tokens)
  if (known !== null) {
    await tx.account.deviceUsed(known, now())
    return tokens
  }
  const token = Buffer.from(random(16)).toString('base64url')
  await tx.account.addDevice(member, hashToken(token), now(), KNOWN_DEVICES_MAX)
  return [token, ...tokens]
}
