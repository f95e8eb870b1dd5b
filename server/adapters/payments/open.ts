/** Chooses who moves the money [PAY-4]: Mollie where its key is set, in demo mode the sandbox, else nobody. */
import type { Deps } from '../../deps.ts'
import { mollieProvider } from './mollie.ts'
import { OrderRefused, PaymentUnavailable, type PaymentProvider } from './provider.ts'
import { sandboxProvider } from './sandbox.ts'

export type OpenPayments = (on: Pick<Deps, 'read' | 'write' | 'now' | 'env' | 'log'>) => PaymentProvider

export const openPayments: OpenPayments = ({ read, write, now, env, log }) => {
  const { MOLLIE_API_KEY: apiKey, MOLLIE_API_URL: apiUrl } = env
  if (apiKey !== undefined) return mollieProvider({ apiKey, apiUrl, now })
  const sandbox = sandboxProvider({ read, write, now })
  if (env.MODE === 'demo' || env.SANDBOX_PAYMENTS === 'yes') return sandbox
  log.warn('nothing can be paid until MOLLIE_API_KEY is set')
  return closed(sandbox)
}

/** On the sandbox's page the payer says what was paid: no way to run a business. */
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
