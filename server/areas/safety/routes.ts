import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { appeal, listDecisions } from './decisions.ts'
import { reportMember } from './report.ts'

export const safetyRoutes = (deps: Deps): Pick<Handlers, 'reports.send' | 'decisions.list' | 'decisions.appeal'> => ({
  'reports.send': ({ body }, caller) => reportMember(deps, caller, body),
  'decisions.list': async (_, caller) => ({ decisions: await listDecisions(deps, caller.id) }),
  'decisions.appeal': ({ params, body }, caller) => appeal(deps, caller, params.id, body),
})
