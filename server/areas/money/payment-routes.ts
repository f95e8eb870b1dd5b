import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse } from '../../http/reply.ts'

type PaymentCalls =
  | 'payments.create'
  | 'payments.repeat_offer'
  | 'payments.repeat'
  | 'payments.forget_method'
  | 'payments.get'
  | 'payments.cancel'
  | 'payments.webhook'

export const paymentRoutes = (_: Deps): Pick<Handlers, PaymentCalls> => ({
  'payments.create': async () => refuse('server_error'),
  'payments.repeat_offer': async () => refuse('server_error'),
  'payments.repeat': async () => refuse('server_error'),
  'payments.forget_method': async () => refuse('server_error'),
  'payments.get': async () => refuse('server_error'),
  'payments.cancel': async () => refuse('server_error'),
  'payments.webhook': async () => refuse('server_error'),
})
