/** The calls about prices, payments, direct debits and transactions. */
import type { Payment } from '#contract/entities/money.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, Reply, type Refusal, refuse } from '../../http/reply.ts'
import { createPayment, repeatPayment } from './create-payment.ts'
import { handleWebhook } from './webhook.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paymentFrom, withdrawalFrom, listTransactions } from './payment-view.ts'
import { cancelPayment, readPayment } from './read-payment.ts'
import { priceList, repeatOffer } from './price-list.ts'
import { forgetStored } from './methods.ts'
import { confirmDirectDebit } from './direct-debit-confirm.ts'
import { startDirectDebit } from './direct-debit-start.ts'
import type { Context } from 'hono'
import type { Caller } from '../../http/caller.ts'
import { countryOf } from '../site/country.ts'
import { activeDiscount } from './active-discount.ts'
import type { TermsCaller } from './terms.ts'
import { unspentOf } from './credit-lots.ts'
import { creditNotesOf, invoiceOf, sellerOf } from './invoice.ts'
import { refundDaysOf, withdraw, withOpenRefunds } from './withdraw.ts'

type MoneyCalls = PriceCalls | PaymentCalls | DirectDebitCalls | TransactionCalls

export const moneyRoutes = (deps: Deps): Pick<Handlers, MoneyCalls> => ({
  ...priceRoutes(deps),
  ...paymentRoutes(deps),
  ...directDebitRoutes(deps),
  ...transactionRoutes(deps),
})

type PaymentCalls =
  | 'payments.create'
  | 'payments.repeat_offer'
  | 'payments.repeat'
  | 'payments.forget_method'
  | 'payments.get'
  | 'payments.cancel'
  | 'payments.webhook'

const paymentRoutes = (deps: Deps): Pick<Handlers, PaymentCalls> => ({
  'payments.create': async ({ body }, caller) =>
    (await deps.bus.use('payment', caller.id)) ?? made(await createPayment(deps, caller.id, body)),
  'payments.repeat_offer': async (_, caller) => ({
    offer: await repeatOffer(deps, caller.id),
    finding_out: (await deps.read.payments.findingOut(caller.id))?.id ?? null,
  }),
  'payments.repeat': async ({ body }, caller) =>
    (await deps.bus.use('payment', caller.id)) ?? made(await repeatPayment(deps, caller.id, body)),
  'payments.forget_method': async (_, caller) => {
    await forgetStored(deps, caller.id)
    return {}
  },
  'payments.get': async ({ params }, caller) => shown(await readPayment(deps, caller.id, params.id)),
  'payments.cancel': async ({ params }, caller) => shown(await cancelPayment(deps, caller.id, params.id)),
  'payments.webhook': async ({ params, body }, _, c) =>
    (await handleWebhook(deps, params.provider, body.id, addressOf(c, deps.env))) ?? {},
})

const shown = (payment: PaymentRow | Refusal): { payment: Payment } | Refusal =>
  isRefusal(payment) ? payment : { payment: paymentFrom(payment) }

const made = (payment: PaymentRow | Refusal): Reply<{ payment: Payment }> | Refusal =>
  isRefusal(payment) ? payment : new Reply({ payment: paymentFrom(payment) }, 201)

type DirectDebitCalls = 'directdebit.start' | 'directdebit.confirm'

const directDebitRoutes = (deps: Deps): Pick<Handlers, DirectDebitCalls> => ({
  'directdebit.start': ({ body }, caller) => startDirectDebit(deps, caller.id, body),
  'directdebit.confirm': async ({ body }, caller) => {
    const payment = await confirmDirectDebit(deps, caller.id, body)
    return isRefusal(payment) ? payment : { payment: paymentFrom(payment) }
  },
})

type PriceCalls = 'packages.get' | 'discountcode.get'

const priceRoutes = (deps: Deps): Pick<Handlers, PriceCalls> => {
  const askingOf = (caller: Caller | null, c: Context): TermsCaller =>
    caller ? { member: caller.id } : { member: null, country: countryOf(c, deps.env, deps.settings()) }

  /** Limits attempts, so that codes cannot be guessed [SAFE-6]. */
  const triesCode = (code: string | undefined, caller: Caller | null, c: Context): Promise<Refusal | null> =>
    code === undefined ? Promise.resolve(null) : deps.bus.use('code', caller?.id ?? addressOf(c, deps.env))

  return {
    'packages.get': async ({ query }, caller, c) =>
      (await triesCode(query.code, caller, c)) ?? priceList(deps, askingOf(caller, c), query.code),
    'discountcode.get': async ({ query }, caller, c) =>
      (await triesCode(query.code, caller, c)) ?? activeDiscount(deps, askingOf(caller, c), query),
  }
}

type TransactionCalls = 'transactions.list' | 'transactions.get' | 'transactions.withdraw'

const transactionRoutes = (deps: Deps): Pick<Handlers, TransactionCalls> => ({
  'transactions.list': ({ query }, caller) => listTransactions(deps, caller, query.before),
  'transactions.get': async ({ params }, caller) => {
    const payment = await deps.read.payments.byId(params.id)
    const buyer = await deps.read.transactions.buyer(caller.id)
    if (payment?.userId !== caller.id || !buyer) return refuse('not_found')
    const days = await refundDaysOf(deps.read, deps, payment)
    const unspent = unspentOf(await deps.read.money.moves(caller.id), payment.id)
    const invoice = invoiceOf(payment, buyer, await sellerOf(deps, payment))
    const credit_notes = creditNotesOf(await deps.read.books.bookings(payment.id))
    return {
      payment: paymentFrom(payment),
      withdrawal: withdrawalFrom(await withOpenRefunds(deps.read, payment), unspent, days, deps.now()),
      invoice: invoice && { ...invoice, credit_notes },
    }
  },
  'transactions.withdraw': ({ params, body }, caller) => withdraw(deps, caller.id, params.id, body.refund),
})
