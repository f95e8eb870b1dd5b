/** Asks the provider to delete a payment method that its member removed [PAY-6]. */
import { MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp, TryLater } from './loop.ts'

export const paymentsForget =
  ({ read, payments }: Pick<Deps, 'read' | 'payments'>) =>
  async ({ provider, customer, mandate }: JobPayload<'payments.forget'>): Promise<void> => {
    if (provider !== payments.name) throw new GiveUp('It was stored with another provider')
    // A charge without an answer is looked up by its customer, so the customer must still exist.
    if (await read.payments.isChargedFrom(customer))
      throw new TryLater('The outcome of a charge from it is being found out', 10 * MINUTE_MS)
    await payments.forget({ customer, mandate })
  }
