import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { Reply } from '../../http/reply.ts'
import { endedSessionHeaders } from '../../http/session-cookie.ts'
import { originOf, welcome } from '../account/entering.ts'
import { deleteAccount, reactivate } from './delete-account.ts'
import { exportFile } from './export-file.ts'

type LeavingCalls = 'user.delete' | 'reactivate.open' | 'reactivate' | 'export.get'

export const leavingRoutes = (deps: Deps): Pick<Handlers, LeavingCalls> => ({
  'user.delete': async ({ body }, caller) =>
    (await deleteAccount(deps, caller, body)) ?? new Reply({}, 200, endedSessionHeaders(deps.env)),

  'reactivate.open': async ({ query }, _, c) => {
    c.header('cache-control', 'no-store')
    return c.redirect(`/account-deleted?reactivate=${encodeURIComponent(query.token)}`, 303)
  },

  reactivate: async ({ body }, caller, c) =>
    welcome(deps, await reactivate(deps, body.token, originOf(c, caller, deps))),

  'export.get': async (_, caller) => exportFile(deps, caller.id),
})
