/** Tells the payer's devices what a payment came to, unless they are looking [PAY-5]. */
import type { PushSender } from '../adapters/push.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { deliver } from './push-deliver.ts'
import { fitted, paymentPayload } from './push-payload.ts'

export const pushPayment =
  (deps: Deps, push: PushSender) =>
  ({ payment, member, endpoint }: JobPayload<'push.payment'>): Promise<void> =>
    deliver(deps, push, {
      recipient: member,
      endpoint,
      // No preference: it answers what the member did themselves.
      make: async () => {
        const row = await deps.read.payments.byId(payment)
        const payload = row && (await paymentPayload(deps, row))
        return payload ? { text: fitted(payload), topic: payment.replaceAll('-', '') } : null
      },
      again: (device, runAt) => ({ kind: 'push.payment', payload: { payment, member, endpoint: device }, runAt }),
    })
