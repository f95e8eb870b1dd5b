/** Sessions: begun by signup and login, ended by logout; and what the caller is told about themselves. */
import type { Counts, User } from '#contract/entities/user.ts'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { countsOf, userOf } from './user-view.ts'

export type SessionView = { user: User | null; counts: Counts | null }

/** Where a request comes from: what it was logged in with before, and its browser. */
export type Origin = { endedSession: string | null; userAgent: string }

const USER_AGENT_MAX = 200

/** 256 bits that nobody guesses, as text for a cookie or a link [SAFE-1]. */
export const newToken = (deps: Pick<Deps, 'random'>): string => Buffer.from(deps.random(32)).toString('base64url')

/** Stores a new session, and ends the one the browser had. */
export const beginSession = async (tx: Tx, member: number, token: string, now: number, from: Origin): Promise<void> => {
  if (from.endedSession !== null) await tx.account.endSession(from.endedSession)
  await tx.account.addSession({
    tokenHash: hashToken(token),
    userId: member,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + SESSION_DAYS * DAY_MS,
    userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
  })
}

/** Ends the session with its push subscription, and tells its open pages. */
export const endSession = async (deps: Deps, caller: Caller): Promise<void> => {
  await deps.write((tx) => tx.account.endSession(caller.sessionHash))
  deps.live.endSession(caller.id, caller.sessionHash)
}

export const viewOf = async (deps: Deps, member: number): Promise<SessionView> => {
  const user = await userOf(deps.read, member, deps.now(), deps.settings())
  return user ? { user, counts: await countsOf(deps.read, member) } : { user: null, counts: null }
}
