/**
 * Polls a payment until the provider reports its final state [PAY-5]: a webhook can be lost, and a crash can come
 * between any two steps. If the provider does not know the payment yet, this job creates it there.
 */
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { resume } from '../areas/money/create-payment.ts'
import { movePayment } from '../areas/money/move-payment.ts'
import { orUnavailable } from '../areas/money/place-order.ts'
import { settle } from '../areas/money/settle.ts'
import { isFindingOut, NO_PAYER, RESEND_MAX_MS } from '../areas/money/unanswered.ts'
import type { PaymentRow } from '../areas/money/payment-queries.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'

/** A bank transfer can take a week and more. */
const ASKED_MS = 60 * DAY_MS
const PAUSE_MIN_MS = 15_000
const PAUSE_MAX_MS = 12 * HOUR_MS

export const paymentsCheck =
  (deps: Deps) =>
  async ({ payment: id }: JobPayload<'payments.check'>): Promise<number | undefined> => {
    const payment = await deps.read.payments.byId(id)
    if (!payment) return undefined
    return payment.reference === null ? resumeOrExpire(deps, payment) : askAfter(deps, payment)
  }

const resumeOrExpire = async (deps: Deps, payment: PaymentRow): Promise<number | undefined> => {
  const age = deps.now() - payment.createdAt
  const isUnknown = isFindingOut(payment) && payment.payerCustomer !== null
  if (isUnknown && age > ASKED_MS)
    deps.log.error({ payment: payment.id }, 'the outcome of a charge was never found out')
  else if (isUnknown || (payment.status === 'created' && age <= RESEND_MAX_MS)) {
    await resume(deps, payment)
    return nextAt(deps, payment)
  }
  if (age <= RESEND_MAX_MS && !payment.endedThere) return nextAt(deps, payment)
  await deps.write(async (tx) => {
    const row = (await tx.payments.byId(payment.id)) ?? payment
    if (row.reference !== null) return
    await tx.payments.change(row.id, { endedThere: true, ...NO_PAYER })
    await movePayment(tx, row, { to: 'expired', by: 'server', at: deps.now() })
  })
  return undefined
}

const askAfter = async (deps: Deps, payment: PaymentRow): Promise<number | undefined> => {
  const settled = await settle(deps, payment.id).catch(orUnavailable)
  if (settled?.isOver) return undefined
  if (deps.now() - payment.createdAt <= ASKED_MS) return nextAt(deps, payment)
  // The discount is free again: no provider leaves a page open for that long.
  await deps.write((tx) => tx.payments.change(payment.id, { endedThere: true }))
  return undefined
}

/** The older the payment, the longer the pause between polls. */
const nextAt = ({ now }: Pick<Deps, 'now'>, { createdAt }: PaymentRow): number => {
  const age = now() - createdAt
  return now() + Math.round(Math.min(Math.max(age / 2, PAUSE_MIN_MS), PAUSE_MAX_MS))
}
