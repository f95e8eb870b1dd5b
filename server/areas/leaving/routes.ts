import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, Reply } from '../../http/reply.ts'
import { endedSessionHeaders, sessionCookie } from '../../http/session-cookie.ts'
import { viewOf } from '../account/session.ts'
import { deleteAccount } from './delete-account.ts'
import { exportFile } from './export-file.ts'
import { reactivate } from './reactivate.ts'

type LeavingCalls = 'user.delete' | 'reactivate.open' | 'reactivate' | 'export.get'

export const leavingRoutes = (deps: Deps): Pick<Handlers, LeavingCalls> => ({
  'user.delete': async ({ body }, caller) =>
    (await deleteAccount(deps, caller, body.password)) ?? new Reply({}, 200, endedSessionHeaders(deps.env)),

  'reactivate.open': async ({ query }, _, c) => {
    c.header('cache-control', 'no-store')
    return c.redirect(`/account-deleted?reactivate=${encodeURIComponent(query.token)}`, 303)
  },

  reactivate: async ({ body }, caller, c) => {
    const back = await reactivate(deps, body.token, {
      endedSession: caller?.sessionHash ?? null,
      userAgent: c.req.header('user-agent') ?? '',
      address: addressOf(c, deps.env),
    })
    if (isRefusal(back)) return back
    return new Reply(await viewOf(deps, back.member), 200, [sessionCookie(back.token, deps.env)])
  },

  'export.get': async (_, caller) => exportFile(deps, caller.id),
})
