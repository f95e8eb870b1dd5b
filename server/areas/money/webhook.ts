/**
 * Handles a webhook. Anyone can call it, so its content is not trusted: the server requests the state from the provider
 * [PAY-5].
 */
import type { ProviderName } from '../../adapters/payments/provider.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { JobPayload } from '../../jobs/kinds.ts'
import { orPaymentUnavailable } from './place-order.ts'
import { settle, applyProviderState } from './settle.ts'
import { checkKey } from './write-payment.ts'

/** @returns a refusal only if the provider must retry; the answer does not reveal which payments exist */
export const handleWebhook = async (
  deps: Deps,
  provider: ProviderName,
  reference: string,
  address: string,
): Promise<Refusal | null> => {
  if (provider !== deps.payments.name) return null
  const known = await deps.read.payments.byReference(provider, reference)
  if (!known) return askAbout(deps, reference, address)
  return (await deps.bus.use('payment_webhook', known.id)) ?? askAfter(deps, known.id)
}

const askAfter = async (deps: Deps, payment: string): Promise<null> => {
  const isAnswered = await settle(deps, payment).then(() => true, orPaymentUnavailable)
  if (isAnswered) return null
  const at = deps.now()
  await deps.write(async (tx) => {
    await tx.jobs.addDue({ kind: 'payments.check', payload: { payment }, uniqueKey: checkKey(payment) }, at)
  })
  return null
}

/** The provider's state identifies an order whose answer was lost. For a made-up reference there is no state. */
const askAbout = async (deps: Deps, reference: string, address: string): Promise<Refusal | null> => {
  const limited = await deps.bus.use('webhook', address)
  if (limited) return limited
  try {
    const readAt = deps.now()
    const state = await deps.payments.read(reference)
    if (state?.reference === reference) await applyProviderState(deps, state, readAt)
    return null
  } catch (error) {
    orPaymentUnavailable(error)
    return refuse('payment_unavailable')
  }
}

/** The sandbox's webhook. It is handled like one from outside, and trusted as little [PAY-5]. */
export const sandboxWebhook =
  (deps: Deps) =>
  async ({ reference }: JobPayload<'sandbox.webhook'>): Promise<void> => {
    const refused = await handleWebhook(deps, 'sandbox', reference, 'sandbox')
    if (refused) throw new Error(`The webhook was answered ${refused.body.error}`)
  }
