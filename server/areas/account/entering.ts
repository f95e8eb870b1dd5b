/** What the routes of an account have in common: where a request comes from, and what who enters is answered. */
import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import { isRefusal, Reply, type Refusal } from '../../http/reply.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import type { Entered } from './login.ts'
import { viewOf, type Origin, type SessionView } from './session.ts'

export const originOf = (c: Context, caller: Caller | null, { env }: Pick<Deps, 'env'>): Origin => ({
  endedSession: caller?.sessionHash ?? null,
  userAgent: c.req.header('user-agent') ?? '',
  address: addressOf(c, env),
})

/** The member as they see themselves, with the cookie of their new session. */
export const welcome = async (deps: Deps, entered: Entered | Refusal): Promise<Reply<SessionView> | Refusal> =>
  isRefusal(entered)
    ? entered
    : new Reply(await viewOf(deps, entered.member), 200, [sessionCookie(entered.token, deps.env)])
