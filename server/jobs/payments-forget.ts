/** Has the provider forget a method that its member gave up [PAY-6]. */
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { GiveUp } from './loop.ts'

export const paymentsForget =
  ({ payments }: Pick<Deps, 'payments'>) =>
  async ({ provider, customer, mandate }: JobPayload<'payments.forget'>): Promise<void> => {
    if (provider !== payments.name) throw new GiveUp('It was stored with another provider')
    await payments.forget({ customer, mandate })
  }
