/** Sends a push about the outcome of a payment to the payer's devices, unless the app is open there [PAY-5]. */
import type { PushSender } from '../adapters/push.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { deliver, type Letter } from './push-deliver.ts'
import { payloadFor } from './push-payload.ts'

export const pushPayment =
  (deps: Deps, push: PushSender) =>
  ({ payment, member, endpoint }: JobPayload<'push.payment'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'payment',
      recipient: member,
      endpoint,
      // No preference is checked: the push answers the member's own action.
      make: (person) => letterOf(deps, payment, person),
      again: (device, runAt) => ({ kind: 'push.payment', payload: { payment, member, endpoint: device }, runAt }),
    })

/** @returns null if the payment has no outcome to report, or its outcome was reversed meanwhile */
const letterOf = async (deps: Deps, payment: string, person: PersonRow): Promise<Letter | null> => {
  const row = await deps.read.payments.byId(payment)
  if (!row || (row.status !== 'completed' && row.status !== 'failed')) return null
  const { id, status, credits, method, changedAt } = row
  const isPaid = status === 'completed'
  const payload = await payloadFor(deps, person, {
    title: deps.settings().name,
    body: serverText(person.language, isPaid ? 'push.payment_paid' : 'push.payment_failed'),
    tag: `payment:${id}`,
    path: isPaid ? `/transactions/${id}` : `/credits/${credits}/${method}?payment=${id}`,
    at: changedAt,
  })
  return payload && { payload, topic: payment.replaceAll('-', ''), since: changedAt }
}
