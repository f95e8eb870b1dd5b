import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type SafetyCalls = 'reports.send' | 'decisions.list' | 'decisions.appeal'

/** Not built yet: every call is refused. */
const later = async () => refuse('server_error')

export const safetyRoutes = (_: Deps): Pick<Handlers, SafetyCalls> => ({
  'reports.send': later,
  'decisions.list': later,
  'decisions.appeal': later,
})
