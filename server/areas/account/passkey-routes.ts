import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { checkOwner } from './check-owner.ts'
import { originOf, welcome } from './entering.ts'
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

type PasskeyCalls = keyof Handlers & `passkeys.${string}`

export const passkeyRoutes = (deps: Deps): Pick<Handlers, PasskeyCalls> => ({
  'passkeys.options': async ({ body }, _, c) =>
    (await deps.bus.use('passkey', addressOf(c, deps.env))) ?? visitorOptions(deps, body),
  'passkeys.login': async ({ body }, caller, c) =>
    (await deps.bus.use('passkey', addressOf(c, deps.env))) ??
    welcome(deps, await logInWithPasskey(deps, body.passkey, originOf(c, caller, deps))),
  'passkeys.list': (_, caller) => loginWays(deps, caller.id),
  'passkeys.own_options': ({ body }, caller) =>
    ownOptions(deps, caller, body, (proof) => checkOwner(deps, caller, proof)),
  'passkeys.add': ({ body }, caller, c) =>
    addPasskey(deps, caller, { ...body, name: body.name ?? passkeyNameOf(c.req.header('user-agent') ?? '') }),
  'passkeys.rename': ({ params, body }, caller) => renamePasskey(deps, caller.id, params.id, body.name),
  'passkeys.remove': async ({ params, body }, caller) =>
    (await checkOwner(deps, caller, body)) ?? removePasskey(deps, caller.id, params.id),
})
