/** Chooses who moves the money [PAY-4]: Mollie where its key is set, else the sandbox. */
import type { Deps } from '../../deps.ts'
import { mollieProvider } from './mollie.ts'
import type { PaymentProvider } from './provider.ts'
import { sandboxProvider } from './sandbox.ts'

export type OpenPayments = (on: Pick<Deps, 'read' | 'write' | 'now' | 'env' | 'log'>) => PaymentProvider

export const openPayments: OpenPayments = ({ read, write, now, env, log }) => {
  const { MOLLIE_API_KEY: apiKey, MOLLIE_API_URL: apiUrl } = env
  if (apiKey !== undefined) return mollieProvider({ apiKey, apiUrl, now })
  if (env.MODE === 'production') log.warn('credits are free: payments go to the sandbox until MOLLIE_API_KEY is set')
  return sandboxProvider({ read, write, now })
}
