/** Sends a push about the outcome of a payment to the payer's devices, unless the app is open there [PAY-5]. */
import { serverText } from '../texts.ts'
import { pushJob } from './push-deliver.ts'

export const pushPayment = pushJob('payment', async ({ read, settings }, person, { payment }) => {
  const row = await read.payments.byId(payment)
  // Nothing is sent without an outcome, or if the outcome has been reversed.
  if (!row || (row.status !== 'completed' && row.status !== 'failed')) return null
  const { id, status, credits, method, changedAt } = row
  const isPaid = status === 'completed'
  return {
    title: settings().name,
    body: serverText(person.language, isPaid ? 'push.payment_paid' : 'push.payment_failed'),
    subject: id,
    path: isPaid ? `/transactions/${id}` : `/credits/${credits}/${method}?payment=${id}`,
    at: changedAt,
  }
})
