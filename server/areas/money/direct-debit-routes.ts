import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal } from '../../http/reply.ts'
import { confirmDirectDebit } from './direct-debit-confirm.ts'
import { startDirectDebit } from './direct-debit-start.ts'
import { paymentFrom } from './payment-view.ts'

type DirectDebitCalls = 'directdebit.start' | 'directdebit.confirm'

export const directDebitRoutes = (deps: Deps): Pick<Handlers, DirectDebitCalls> => ({
  'directdebit.start': ({ body }, caller) => startDirectDebit(deps, caller.id, body),
  'directdebit.confirm': async ({ body }, caller) => {
    const payment = await confirmDirectDebit(deps, caller.id, body)
    return isRefusal(payment) ? payment : { payment: paymentFrom(payment) }
  },
})
