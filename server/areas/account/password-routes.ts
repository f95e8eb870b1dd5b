import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { addressOf } from '../../http/address.ts'
import { deviceTokensOf } from '../../http/session-cookie.ts'
import { originOf, welcome } from './entering.ts'
import { askMailChange, doMailChange } from './mail-change.ts'
import { replacePassword } from './password-change.ts'
import { askReset, doReset } from './password-reset.ts'

type PasswordCalls = 'password.reset' | 'password.reset_do' | 'password.change' | 'mail_change.ask' | 'mail_change.do'

export const passwordRoutes = (deps: Deps): Pick<Handlers, PasswordCalls> => ({
  'password.reset': ({ body }, caller, c) => askReset(deps, body, originOf(c, caller, deps)),
  'password.reset_do': async ({ body }, caller, c) =>
    welcome(deps, await doReset(deps, body, originOf(c, caller, deps))),
  'password.change': async ({ body }, caller, c) =>
    welcome(deps, await replacePassword(deps, body, caller, deviceTokensOf(c, deps.env))),
  'mail_change.ask': ({ body }, caller) => askMailChange(deps, body, caller),
  'mail_change.do': async ({ body }, _, c) =>
    deps.rates('link', addressOf(c, deps.env)) ?? doMailChange(deps, body.token),
})
