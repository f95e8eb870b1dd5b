import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type TransactionCalls = 'transactions.list' | 'transactions.get' | 'transactions.withdraw'

export const transactionRoutes = (_: Deps): Pick<Handlers, TransactionCalls> => ({
  'transactions.list': async () => refuse('server_error'),
  'transactions.get': async () => refuse('server_error'),
  'transactions.withdraw': async () => refuse('server_error'),
})
