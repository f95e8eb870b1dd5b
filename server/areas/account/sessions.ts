/** [ACC-16] The list of a member's sessions. The member can end each of them from any device. */
import type { MemberSession } from '#contract/entities/session.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { deviceOf } from './device-of.ts'
import { endSession, revokeSession, revokeSessions } from './session.ts'

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
