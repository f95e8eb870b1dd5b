/**
 * A visit renews its session, both cookie and row [ACC-13]. Every call of a member is a visit, also one of the service
 * worker: a push makes the worker sync, so a push that arrives counts as a visit.
 * `docs/push.md` says why a lost answer does no harm.
 */
import type { Context } from 'hono'
import { DAY_MS, SESSION_DAYS, SESSION_RENEWAL_DAYS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import type { Caller, SessionInHand } from '../../http/caller.ts'
import { deviceCookie, deviceTokensOf, endedFormerCookies, isHttps, sessionCookie } from '../../http/session-cookie.ts'
import { rememberDevice } from './known-devices.ts'
import { sessionEnd } from './session.ts'

type Needs = Pick<Deps, 'write' | 'now' | 'env' | 'random'>

/** @returns the cookies for the answer, mostly none */
export const renewSession = async (
  deps: Needs,
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
