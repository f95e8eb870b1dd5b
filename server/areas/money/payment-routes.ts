import type { Payment } from '#contract/entities/money.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import type { Handlers } from '../../http/mount.ts'
import { isRefusal, Reply, type Refusal } from '../../http/reply.ts'
import { createPayment, repeatPayment } from './create-payment.ts'
import { hearProvider } from './hear-provider.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paymentFrom } from './payment-view.ts'
import { cancelPayment, readPayment } from './read-payment.ts'
import { repeatOffer } from './repeat-offer.ts'
import { forgetStored } from './stored-method.ts'

type PaymentCalls =
  | 'payments.create'
  | 'payments.repeat_offer'
  | 'payments.repeat'
  | 'payments.forget_method'
  | 'payments.get'
  | 'payments.cancel'
  | 'payments.webhook'

export const paymentRoutes = (deps: Deps): Pick<Handlers, PaymentCalls> => ({
  'payments.create': async ({ body }, caller) =>
    deps.rates('payment', caller.id) ?? made(await createPayment(deps, caller.id, body)),
  'payments.repeat_offer': async (_, caller) => ({
    offer: await repeatOffer(deps, caller.id),
    finding_out: (await deps.read.payments.findingOut(caller.id))?.id ?? null,
  }),
  'payments.repeat': async ({ body }, caller) =>
    deps.rates('payment', caller.id) ?? made(await repeatPayment(deps, caller.id, body)),
  'payments.forget_method': async (_, caller) => {
    await forgetStored(deps, caller.id)
    return {}
  },
  'payments.get': async ({ params }, caller) => shown(await readPayment(deps, caller.id, params.id)),
  'payments.cancel': async ({ params }, caller) => shown(await cancelPayment(deps, caller.id, params.id)),
  'payments.webhook': async ({ params, body }, _, c) =>
    (await hearProvider(deps, params.provider, body.id, addressOf(c, deps.env))) ?? {},
})

const shown = (payment: PaymentRow | Refusal): { payment: Payment } | Refusal =>
  isRefusal(payment) ? payment : { payment: paymentFrom(payment) }

const made = (payment: PaymentRow | Refusal): Reply<{ payment: Payment }> | Refusal =>
  isRefusal(payment) ? payment : new Reply({ payment: paymentFrom(payment) }, 201)
