/** A provider, or someone who says to be one, names a payment: what became of it is asked back, never believed [PAY-5]. */
import type { ProviderName } from '../../adapters/payments/provider.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { orUnavailable } from './place-order.ts'
import { settle, takeIn } from './settle.ts'
import { checkKey } from './write-payment.ts'

/** @returns a refusal only where the provider shall come again; nobody is told which payments there are */
export const hearProvider = async (
  deps: Deps,
  provider: ProviderName,
  reference: string,
  address: string,
): Promise<Refusal | null> => {
  if (provider !== deps.payments.name) return null
  const known = await deps.read.payments.byReference(provider, reference)
  if (!known) return askAbout(deps, reference, address)
  return deps.rates('payment_webhook', known.id) ?? askAfter(deps, known.id)
}

const askAfter = async (deps: Deps, payment: string): Promise<null> => {
  const isAnswered = await settle(deps, payment).then(() => true, orUnavailable)
  if (isAnswered) return null
  const at = deps.now()
  await deps.write(async (tx) => {
    await tx.jobs.hurry({ kind: 'payments.check', payload: { payment }, uniqueKey: checkKey(payment) }, at)
    tx.jobWaits()
  })
  return null
}

/** An order whose answer was lost is found by what the provider says of it; of what anyone makes up it says nothing. */
const askAbout = async (deps: Deps, reference: string, address: string): Promise<Refusal | null> => {
  const limited = deps.rates('webhook', address)
  if (limited) return limited
  try {
    const readAt = deps.now()
    const state = await deps.payments.read(reference)
    if (state?.reference === reference) await takeIn(deps, state, readAt)
    return null
  } catch (error) {
    orUnavailable(error)
    return refuse('payment_unavailable')
  }
}
