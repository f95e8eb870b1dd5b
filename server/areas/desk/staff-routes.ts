/** Requests of the desk about login, staff and audit, to their use cases. */
import type { Context } from 'hono'
import type { auditCalls } from '#contract/desk/audit.ts'
import type { DeskSession, staffCalls, StaffMember } from '#contract/desk/staff.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { hashToken } from '../../http/caller.ts'
import {
  sessionOfStaff,
  type EnteringStaff,
  deskDeviceCookie,
  deskDeviceTokenOf,
  deskSessionCookie,
  endedDeskCookie,
} from '../../http/desk-caller.ts'
import { type DeskRefusal, isDeskRefusal, isRefusal, type Refusal, refuseDesk, Reply } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { documentLocale } from '../../http/locale.ts'
import { USER_AGENT_MAX } from '../account/device-of.ts'
import { newToken } from '../account/session.ts'
import { auditPage, checkAudit } from './audit.ts'
import {
  enterWithCode,
  enterWithPasskey,
  enterWithPassword,
  isEntering,
  leave,
  passkeyQuestion,
  type Browser,
  type Tokens,
} from './login.ts'
import { lockByLink } from './lock-link.ts'
import {
  addStaffPasskey,
  beginTotp,
  confirmTotp,
  newPasskeyQuestion,
  removeStaffPasskey,
  setOwnPassword,
} from './second-factors.ts'
import { addStaff, deskSessionOf, endStaff, resetStaff, setStaffRole, staffMemberOf } from './staff.ts'

type Names = keyof typeof staffCalls | keyof typeof auditCalls

/** The browser of a request, for a mail to the colleague. */
const browserOf = (c: Context): Browser => ({
  userAgent: (c.req.header('user-agent') ?? '').slice(0, USER_AGENT_MAX),
  language: documentLocale({
    cookie: undefined,
    acceptLanguage: c.req.header('accept-language'),
    domainLanguage: '',
  }),
})

export const staffRoutes = (deps: Deps): Pick<DeskHandlers, Names> => {
  /** The caller's step after an act, or the act's refusal. */
  const stepAfter = async <Refused>(refused: Refused | null, hash: string): Promise<Refused | DeskSession> =>
    refused ?? deskSessionOf(deps, await sessionOfStaff(deps, hash))

  /** Runs a step that may complete the login; then the browser gets the cookie by which the account knows it. */
  const withDevice = async (
    c: Context,
    caller: EnteringStaff,
    step: (tokens: Tokens) => Promise<DeskRefusal | Refusal | null>,
  ): Promise<Reply<DeskSession> | DeskRefusal | Refusal> => {
    const tokens = {
      device: deskDeviceTokenOf(c, deps.env) ?? newToken(deps),
      session: newToken(deps),
      ...browserOf(c),
    }
    const hash = isEntering(caller) ? hashToken(tokens.session) : caller.sessionHash
    const after = await stepAfter(await step(tokens), hash)
    if (isRefusal(after) || isDeskRefusal(after)) return after
    const device = deskDeviceCookie(tokens.device, deps.env)
    return new Reply(after, 200, isEntering(caller) ? [device, deskSessionCookie(tokens.session, deps.env)] : [device])
  }

  const memberOf = async (id: number): Promise<{ staff: StaffMember } | DeskRefusal> => {
    const row = (await deps.read.staff.list()).find(({ staff }) => staff.id === id)
    return row ? { staff: staffMemberOf(row) } : refuseDesk('not_found')
  }

  return {
    'me.get': async (_, caller) => deskSessionOf(deps, caller),

    login: async ({ body }, before, c) => {
      const token = await enterWithPassword(deps, body, {
        userAgent: c.req.header('user-agent') ?? '',
        address: addressOf(c, deps.env),
        device: deskDeviceTokenOf(c, deps.env),
      })
      if (isRefusal(token)) return token
      if (before) await leave(deps, before)
      const session = await deskSessionOf(deps, await sessionOfStaff(deps, hashToken(token)))
      return new Reply(session, 200, [deskSessionCookie(token, deps.env)])
    },

    logout: async (_, caller) => {
      if (caller) await leave(deps, caller)
      return new Reply<DeskSession>({ state: 'out' }, 200, [endedDeskCookie(deps.env)])
    },

    'second_factor.totp': ({ body }, caller, c) =>
      withDevice(c, caller, (tokens) => enterWithCode(deps, caller, body.code, tokens)),
    'second_factor.passkey_options': async (_, caller) =>
      (await passkeyQuestion(deps, caller)) ?? refuseDesk('not_found'),
    'second_factor.passkey': ({ body }, caller, c) =>
      withDevice(c, caller, (tokens) => enterWithPasskey(deps, caller, body.response, tokens)),
    'totp.begin': (_, caller) => beginTotp(deps, caller),
    'totp.confirm': ({ body }, caller, c) =>
      withDevice(c, caller, (tokens) => confirmTotp(deps, caller, body.code, tokens)),
    'passkeys.options': (_, caller) => newPasskeyQuestion(deps, caller),
    'passkeys.add': ({ body }, caller, c) =>
      withDevice(c, caller, (tokens) => addStaffPasskey(deps, caller, body, tokens)),
    'passkeys.remove': async ({ params }, staff, c) =>
      stepAfter(await removeStaffPasskey(deps, staff, params.id, browserOf(c)), staff.sessionHash),
    'password.set': async ({ body }, caller, c) =>
      stepAfter(await setOwnPassword(deps, caller, body, browserOf(c)), caller.sessionHash),

    'staff.lock': async ({ body }) => {
      const refused = await lockByLink(deps, body.token)
      return refused ?? { locked: true as const }
    },

    'staff.list': async () => ({ staff: (await deps.read.staff.list()).map(staffMemberOf) }),
    'staff.add': async ({ body }, actor) => {
      const added = await addStaff(deps, actor, body)
      if (isRefusal(added) || isDeskRefusal(added)) return added
      const member = await memberOf(added.id)
      return isDeskRefusal(member) ? member : { ...member, password: added.password }
    },
    'staff.role': async ({ params, body }, actor) =>
      (await setStaffRole(deps, actor, params.id, body)) ?? memberOf(params.id),
    'staff.end': async ({ params, body }, actor) =>
      (await endStaff(deps, actor, params.id, body.reason)) ?? memberOf(params.id),
    'staff.reset': async ({ params, body }, actor) => {
      const reset = await resetStaff(deps, actor, params.id, body.reason)
      if (isRefusal(reset) || isDeskRefusal(reset)) return reset
      const member = await memberOf(params.id)
      return isDeskRefusal(member) ? member : { ...member, password: reset.password }
    },

    'audit.list': ({ query }) => auditPage(deps, query),
    'audit.check': (_, staff) => checkAudit(deps, staff),
  }
}
