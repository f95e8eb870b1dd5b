/** Finds the member who makes a request: looks up the session cookie by its hash [SAFE-1]. Also recognises requests of other sites. */
import { hash } from 'node:crypto'
import type { Context } from 'hono'
import type { AccountStatus } from '#contract/entities/user.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import { HOUR_MS } from '#contract/limits.ts'
import type { SanctionState, Unproven } from '#contract/rules/may-act.ts'
import type { Deps } from '../deps.ts'
import { isLocalHost } from '../env.ts'
import { formerSessionTokenOf, sessionTokenOf } from './session-cookie.ts'

export type Caller = SanctionState &
  Unproven & {
    id: number
    status: AccountStatus
    paid: boolean
    language: string
    sessionHash: string
    /** When the session was last known to be in use. */
    seenAt: number
  }

/** The session of a request, from its cookie and its row. */
export type SessionInHand = {
  token: string
  /** The cookie has the name from before the `__Host-` prefix. */
  isFormer: boolean
  expiresAt: number
  hostCookieAt: number | null
}

type RequestCaller = SessionEnd & {
  caller: Caller | null
  /** The caller's session; null if and only if there is no caller. */
  session: SessionInHand | null
}

/** The end of the session that a request names. */
export type SessionEnd = {
  /** The session was ended on another device, so this device must delete all data of its member [ACC-16]. */
  revoked: boolean
  /** The session was ended by the deletion of its account [ACC-12]. */
  deleting: boolean
}

const NOBODY: RequestCaller = { caller: null, session: null, revoked: false, deleting: false }

/**
 * How long a session is valid under the cookie's former name after its browser has sent the prefixed one: requests in
 * flight at that moment still have the former name. Later only a subdomain that planted the cookie would send it.
 */
const FORMER_NAME_MS = HOUR_MS

type Needs = Pick<Deps, 'read' | 'now' | 'safeNow' | 'env'>

export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

export const askingOf = async (c: Context, deps: Needs): Promise<RequestCaller> => {
  const token = sessionTokenOf(c, deps.env)
  const found = token === null ? NOBODY : await sessionOf(c, deps, { token, isFormer: false })
  if (found.caller || found.revoked) return found
  const former = formerSessionTokenOf(c, deps.env)
  return former === null ? found : sessionOf(c, deps, { token: former, isFormer: true })
}

const sessionOf = async (
  c: Context,
  deps: Needs,
  { token, isFormer }: Pick<SessionInHand, 'token' | 'isFormer'>,
): Promise<RequestCaller> => {
  const row = await deps.read.account.sessionByHash(hashToken(token), deps.safeNow())
  if (!row) return NOBODY
  const { revokedAt, expiresAt, hostCookieAt, ...caller } = row
  if (isFormer && hostCookieAt !== null && deps.now() - hostCookieAt >= FORMER_NAME_MS) return NOBODY
  if (revokedAt === null) return { ...NOBODY, caller, session: { token, isFormer, expiresAt, hostCookieAt } }
  // A device with another member's data must not delete it: the ended session was not that member's [PWA-11].
  const member = c.req.header(MEMBER_HEADER)
  const revoked = member === undefined || member === String(caller.id)
  return { ...NOBODY, revoked, deleting: revoked && isLeaving(caller.status) }
}

const isLeaving = (status: AccountStatus): boolean => status === 'deleting' || status === 'deleted'

export const callerOf = async (c: Context, deps: Needs): Promise<Caller | null> => (await askingOf(c, deps)).caller

/** Whether a request comes from another site [SAFE-4]. A request with neither header does not come from a page. */
export const isForeign = (headers: Headers, url: URL, publicUrl: string | undefined): boolean => {
  const origin = headers.get('origin')
  if (origin !== null) return origin !== publicUrl && !isSameSite(origin, headers.get('host') ?? url.host, publicUrl)
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/**
 * On an https site, a page without https is not ours: anybody between browser and server can write one. Nobody is between them on one
 * machine, where a restore drill opens the site at `http://localhost:3999`.
 */
const isSameSite = (origin: string, host: string, publicUrl: string | undefined): boolean => {
  try {
    const from = new URL(origin)
    const isSafe = from.protocol === 'https:' || publicUrl?.startsWith('https:') !== true || isLocalHost(from.hostname)
    return from.host === host && isSafe
  } catch {
    return false
  }
}
