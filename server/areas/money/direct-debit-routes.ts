import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type DirectDebitCalls = 'directdebit.start' | 'directdebit.confirm'

export const directDebitRoutes = (_: Deps): Pick<Handlers, DirectDebitCalls> => ({
  'directdebit.start': async () => refuse('server_error'),
  'directdebit.confirm': async () => refuse('server_error'),
})
