import { ASK_LOGOUT_PATH } from '#contract/device.ts'
import type { Deps } from '../../deps.ts'
import { askingOf } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { Reply, refuse } from '../../http/reply.ts'
import { CLEAR_HTTP_CACHE, endedSessionHeaders, deviceTokensOf } from '../../http/session-cookie.ts'
import { announce } from '../feed/announce.ts'
import { findMatches } from '../find/match-finder.ts'
import { originOf, loginReply } from './entering.ts'
import { logIn } from './login.ts'
import { setSubscription } from './push-subscription.ts'
import { endSession, viewOf, endOne, endOthers, listSessions } from './session.ts'
import { signupRoutes } from './signup-routes.ts'
import { addressOf } from '../../http/address.ts'
import { askMailChange, doMailChange } from './mail-change.ts'
import { replacePassword } from './password-change.ts'
import { askReset, doReset } from './password-reset.ts'
import { checkOwner } from './check-owner.ts'
import {
  addPasskey,
  loginWays,
  logInWithPasskey,
  ownOptions,
  passkeyNameOf,
  removePasskey,
  renamePasskey,
  visitorOptions,
} from './passkeys.ts'

type UserCalls = 'user.get' | 'user.login' | 'user.language' | 'user.push' | 'logout'

const userRoutes = (deps: Deps): Pick<Handlers, UserCalls> => ({
  'user.get': async (_, caller, c) => {
    if (caller) return viewOf(deps, caller.id)
    const { revoked } = await askingOf(c, deps)
    const nobody = { user: null, counts: null }
    return revoked ? new Reply({ ...nobody, revoked }, 200, [CLEAR_HTTP_CACHE]) : nobody
  },

  'user.login': async ({ body }, caller, c) => loginReply(deps, await logIn(deps, body, originOf(c, caller, deps))),

  'user.language': async ({ body }, caller) => {
    if (!deps.settings().locales.includes(body.language))
      return refuse('invalid_input', { fields: { language: 'invalid' } })
    await deps.write(async (tx) => {
      await tx.account.setLanguage(caller.id, body.language)
      await announce(tx, caller.id, 'user', 0)
    })
    return viewOf(deps, caller.id)
  },

  'user.push': async ({ body }, caller) => setSubscription(deps, body, caller),

  logout: async (_, caller, c) => {
    if (c.req.header('sec-fetch-mode') === 'navigate') return c.redirect(caller ? ASK_LOGOUT_PATH : '/', 303)
    if (caller) await endSession(deps, caller)
    return new Reply({}, 200, endedSessionHeaders(deps.env))
  },
})

export const accountRoutes = (deps: Deps) => ({
  ...userRoutes(deps),
  ...signupRoutes(deps, findMatches),
  ...passwordRoutes(deps),
  ...sessionRoutes(deps),
  ...passkeyRoutes(deps),
})

type PasswordCalls = 'password.reset' | 'password.reset_do' | 'password.change' | 'mail_change.ask' | 'mail_change.do'

const passwordRoutes = (deps: Deps): Pick<Handlers, PasswordCalls> => ({
  'password.reset': ({ body }, caller, c) => askReset(deps, body, originOf(c, caller, deps)),
  'password.reset_do': async ({ body }, caller, c) =>
    loginReply(deps, await doReset(deps, body, originOf(c, caller, deps))),
  'password.change': async ({ body }, caller, c) =>
    loginReply(deps, await replacePassword(deps, body, caller, deviceTokensOf(c, deps.env))),
  'mail_change.ask': ({ body }, caller, c) => askMailChange(deps, body, caller, addressOf(c, deps.env)),
  'mail_change.do': async ({ body }, _, c) =>
    (await deps.bus.use('link', addressOf(c, deps.env))) ?? doMailChange(deps, body.token),
})

type SessionCalls = 'sessions.list' | 'sessions.end' | 'sessions.end_others'

const sessionRoutes = (deps: Deps): Pick<Handlers, SessionCalls> => ({
  'sessions.list': (_, caller) => listSessions(deps, caller),
  'sessions.end': async ({ params }, caller) => {
    const ended = await endOne(deps, caller, params.id)
    if (ended === 'gone') return refuse('not_found')
    return new Reply({}, 200, ended === 'own' ? endedSessionHeaders(deps.env) : [])
  },
  'sessions.end_others': async (_, caller) => {
    await endOthers(deps, caller)
    return {}
  },
})

type PasskeyCalls = keyof Handlers & `passkeys.${string}`

const passkeyRoutes = (deps: Deps): Pick<Handlers, PasskeyCalls> => ({
  'passkeys.options': async ({ body }, _, c) =>
    (await deps.bus.use('passkey', addressOf(c, deps.env))) ?? visitorOptions(deps, body),
  'passkeys.login': async ({ body }, caller, c) =>
    (await deps.bus.use('passkey', addressOf(c, deps.env))) ??
    loginReply(deps, await logInWithPasskey(deps, body.passkey, originOf(c, caller, deps))),
  'passkeys.list': (_, caller) => loginWays(deps, caller.id),
  'passkeys.own_options': ({ body }, caller) =>
    ownOptions(deps, caller, body, (proof) => checkOwner(deps, caller, proof)),
  'passkeys.add': ({ body }, caller, c) =>
    addPasskey(deps, caller, { ...body, name: body.name ?? passkeyNameOf(c.req.header('user-agent') ?? '') }),
  'passkeys.rename': ({ params, body }, caller) => renamePasskey(deps, caller.id, params.id, body.name),
  'passkeys.remove': async ({ params, body }, caller) =>
    (await checkOwner(deps, caller, body)) ?? removePasskey(deps, caller.id, params.id),
})
