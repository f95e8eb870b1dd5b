/** Shared parts of the account routes: the origin of a request, and the answer to a login. */
import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import { isRefusal, Reply, type Refusal } from '../../http/reply.ts'
import { deviceCookie, deviceTokensOf, endedFormerCookies, sessionCookie } from '../../http/session-cookie.ts'
import { viewOf, type NewLogin, type Origin, type SessionView } from './session.ts'

export const originOf = (c: Context, caller: Caller | null, { env }: Pick<Deps, 'env'>): Origin => ({
  endedSession: caller?.sessionHash ?? null,
  userAgent: c.req.header('user-agent') ?? '',
  address: addressOf(c, env),
  devices: deviceTokensOf(c, env),
})

/** The member as they see themselves, with the cookies of their new session and of their device. */
export const loginReply = async (deps: Deps, entered: NewLogin | Refusal): Promise<Reply<SessionView> | Refusal> => {
  if (isRefusal(entered)) return entered
  const { member, token, devices } = entered
  return new Reply(await viewOf(deps, member), 200, [
    sessionCookie(token, deps.env),
    ...endedFormerCookies(deps.env),
    deviceCookie(devices, deps.env),
  ])
}
