import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { withMailLocale } from '../../http/locale.ts'
import { Reply } from '../../http/reply.ts'
import { endedSessionHeaders } from '../../http/session-cookie.ts'
import { originOf, loginReply } from '../account/entering.ts'
import { deleteAccount, isLinkOpen, reactivate } from './delete-account.ts'
import { askForExport, openExport } from './export-file.ts'

type LeavingCalls = 'user.delete' | 'reactivate.open' | 'reactivate' | 'export.ask' | 'export.get'

export const leavingRoutes = (deps: Deps): Pick<Handlers, LeavingCalls> => ({
  'user.delete': async ({ body }, caller) =>
    (await deleteAccount(deps, caller, body)) ?? new Reply({}, 200, endedSessionHeaders(deps.env)),

  'reactivate.open': async ({ query }, _, c) => {
    c.header('cache-control', 'no-store')
    const page = new URLSearchParams({ reactivate: query.token })
    if (!(await isLinkOpen(deps, query.token))) page.set('ended', 'yes')
    return c.redirect(withMailLocale(c, `/account-deleted?${page.toString()}`), 303)
  },

  reactivate: async ({ body }, caller, c) =>
    loginReply(deps, await reactivate(deps, body.token, originOf(c, caller, deps))),

  'export.ask': ({ body }, caller) => askForExport(deps, caller, body),
  'export.get': ({ query }, caller) => openExport(deps, caller, query.token),
})
