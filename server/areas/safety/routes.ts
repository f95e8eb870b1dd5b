import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { appeal, listDecisions } from './decisions.ts'
import { reportMember, listReports } from './report.ts'

type SafetyCalls = 'reports.send' | 'reports.list' | 'decisions.list' | 'decisions.appeal'

export const safetyRoutes = (deps: Deps): Pick<Handlers, SafetyCalls> => ({
  'reports.list': async (_, caller) => ({ reports: await listReports(deps, caller.id) }),
  'reports.send': ({ body }, caller) => reportMember(deps, caller, body),
  'decisions.list': async (_, caller) => ({ decisions: await listDecisions(deps, caller.id) }),
  'decisions.appeal': ({ params, body }, caller) => appeal(deps, caller, params.id, body),
})
