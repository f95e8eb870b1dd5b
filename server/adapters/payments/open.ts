/**
 * Chooses the payment provider [PAY-4]: Mollie if its key is set, the sandbox in demo mode or if allowed, else none.
 */
import type { OpenPayments } from '../../deps.ts'
import { mollieProvider } from './mollie.ts'
import { OrderRefused, PaymentUnavailable, type PaymentProvider } from './provider.ts'
import { sandboxProvider } from './sandbox.ts'

/** @param noteReach gets whether the provider was away, after each question. If none is configured, the provider has no methods. */
export const openPayments = (
  { read, write, now, env }: Parameters<OpenPayments>[0],
  noteReach?: (isAway: boolean) => void,
): PaymentProvider => {
  const { MOLLIE_API_KEY: apiKey, MOLLIE_API_URL: apiUrl } = env
  if (apiKey !== undefined) return mollieProvider({ apiKey, apiUrl, now, noteReach })
  const sandbox = sandboxProvider({ read, write, now })
  if (env.MODE === 'demo' || env.SANDBOX_PAYMENTS === 'yes') return sandbox
  return closed(sandbox)
}

/** Anyone can choose "paid" on the sandbox's page, so production must not use it. */
const closed = (sandbox: PaymentProvider): PaymentProvider => ({
  ...sandbox,
  methods: async () => [],
  order: async () => {
    throw new OrderRefused('There is no payment provider.')
  },
  signMandate: async () => {
    throw new PaymentUnavailable('There is no payment provider.')
  },
})
