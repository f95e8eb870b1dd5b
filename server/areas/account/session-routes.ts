import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse, Reply } from '../../http/reply.ts'
import { endedSessionHeaders } from '../../http/session-cookie.ts'
import { endOne, endOthers, listSessions } from './sessions.ts'

type SessionCalls = 'sessions.list' | 'sessions.end' | 'sessions.end_others'

export const sessionRoutes = (deps: Deps): Pick<Handlers, SessionCalls> => ({
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
