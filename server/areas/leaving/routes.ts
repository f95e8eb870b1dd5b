import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type LeavingCalls = 'user.delete' | 'reactivate.open' | 'reactivate' | 'export.get'

/** Not built yet: every call is refused. */
const later = async () => refuse('server_error')

export const leavingRoutes = (_: Deps): Pick<Handlers, LeavingCalls> => ({
  'user.delete': later,
  'reactivate.open': later,
  reactivate: later,
  'export.get': later,
})
