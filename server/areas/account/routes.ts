import type { Context } from 'hono'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, refuse, Reply } from '../../http/reply.ts'
import { endedSessionCookie, sessionCookie } from '../../http/session-cookie.ts'
import { announce } from '../feed/announce.ts'
import { sendActivation, useActivation } from './activation.ts'
import { logIn } from './login.ts'
import { setSubscription } from './push-subscription.ts'
import { endSession, viewOf, type Origin } from './session.ts'
import { signUp } from './signup.ts'

type AccountCalls =
  | 'user.get'
  | 'user.login'
  | 'user.language'
  | 'user.push'
  | 'logout'
  | 'signup'
  | 'activation.send'
  | 'activation.use'
  | 'password.reset'
  | 'password.reset_do'
  | 'password.change'
  | 'mail_change.ask'
  | 'mail_change.do'
  | 'sessions.list'
  | 'sessions.end'
  | 'sessions.end_others'

export const accountRoutes = (deps: Deps): Pick<Handlers, AccountCalls> => ({
  'user.get': async (_, caller) => (caller ? viewOf(deps, caller.id) : { user: null, counts: null }),

  'user.login': async ({ body }, caller, c) => {
    const entered = await logIn(deps, body, originOf(c, caller))
    return isRefusal(entered) ? entered : welcome(deps, entered)
  },

  signup: async ({ body }, caller, c) => {
    const entered = await signUp(deps, body, originOf(c, caller))
    return isRefusal(entered) ? entered : welcome(deps, entered)
  },

  'user.language': async ({ body }, caller) => {
    await deps.write(async (tx) => {
      await tx.account.setLanguage(caller.id, body.language)
      await announce(tx, caller.id, 'user', 0)
    })
    return viewOf(deps, caller.id)
  },

  'user.push': async ({ body }, caller) => setSubscription(deps, body, caller),

  logout: async (_, caller) => {
    if (caller) await endSession(deps, caller)
    return new Reply({}, 200, [endedSessionCookie(deps.env)])
  },

  'activation.send': async (_, caller, c) => {
    const sent = await sendActivation(deps, caller)
    return isRefusal(sent) ? sent : c.body(null, 200)
  },

  'activation.use': async ({ query }, _, c) => {
    const done = await useActivation(deps, query.token)
    c.header('cache-control', 'no-store')
    return c.redirect(done ? '/activate/done' : '/activate/error', 303)
  },

  'password.reset': later,
  'password.reset_do': later,
  'password.change': later,
  'mail_change.ask': later,
  'mail_change.do': later,
  'sessions.list': later,
  'sessions.end': later,
  'sessions.end_others': later,
})

/** Not built yet: refused. */
const later = async () => refuse('server_error')

const originOf = (c: Context, caller: Caller | null): Origin => ({
  endedSession: caller?.sessionHash ?? null,
  userAgent: c.req.header('user-agent') ?? '',
})

const welcome = async (deps: Deps, { member, token }: { member: number; token: string }) =>
  new Reply(await viewOf(deps, member), 200, [sessionCookie(token, deps.env)])
