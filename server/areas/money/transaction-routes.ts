import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'
import { unspentOf } from './credit-lots.ts'
import { invoiceOf } from './invoice.ts'
import { listTransactions } from './list-transactions.ts'
import { paymentFrom } from './payment-view.ts'
import { withdraw } from './withdraw.ts'
import { withdrawalFrom } from './withdrawal-view.ts'

type TransactionCalls = 'transactions.list' | 'transactions.get' | 'transactions.withdraw'

export const transactionRoutes = (deps: Deps): Pick<Handlers, TransactionCalls> => ({
  'transactions.list': ({ query }, caller) => listTransactions(deps, caller, query.before),
  'transactions.get': async ({ params }, caller) => {
    const payment = await deps.read.payments.byId(params.id)
    const buyer = await deps.read.transactions.buyer(caller.id)
    if (payment?.userId !== caller.id || !buyer) return refuse('not_found')
    const settings = deps.settings()
    const unspent = unspentOf(await deps.read.money.moves(caller.id), payment.id)
    return {
      payment: paymentFrom(payment),
      withdrawal: withdrawalFrom(payment, unspent, settings.refund_days, deps.now()),
      // The seller is the company of the domain where the payment was made [SITE-15].
      invoice: invoiceOf(payment, buyer, deps.at(payment.domain).settings()),
    }
  },
  'transactions.withdraw': ({ params, body }, caller) => withdraw(deps, caller.id, params.id, body.refund),
})
