/**
 * Jobs that ask the payment provider: for a payment's state, to pay a refund, to delete a stored method. None may get lost. Also the SMS
 * with the code of a direct debit.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SMS_CODE_MINUTES } from '#contract/limits.ts'
import { RefundRefused, type PaymentProvider } from '../adapters/payments/provider.ts'
import { SmsRefused, type SmsSender } from '../adapters/sms.ts'
import { endOrder } from '../areas/money/book.ts'
import { resume } from '../areas/money/create-payment.ts'
import { codeHash, newCode } from '../areas/money/direct-debit-confirm.ts'
import { movePayment } from '../areas/money/move-payment.ts'
import type { PaymentRow } from '../areas/money/payment-queries.ts'
import { orPaymentUnavailable } from '../areas/money/place-order.ts'
import { storeRefusal } from '../areas/money/refused-refund.ts'
import { settle } from '../areas/money/settle.ts'
import { isFindingOut, NO_PAYER, RESEND_MAX_MS } from '../areas/money/unanswered.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { PermanentFailure, RetryLater } from './retries.ts'

/** A bank transfer can take a week and more. */
const ASKED_MS = 60 * DAY_MS
const PAUSE_MIN_MS = 15_000
const PAUSE_MAX_MS = 12 * HOUR_MS

/**
 * Polls a payment until the provider reports its final state [PAY-5]: a webhook can be lost, and a crash can come
 * between any two steps. If the provider does not know the payment yet, this job creates it there.
 */
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
  const settled = await settle(deps, payment.id).catch(orPaymentUnavailable)
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

/**
 * Asks the provider to pay the refund of a withdrawal [PAY-11] or of the desk [DESK-12]. The same idempotency key means the same refund, so a
 * retry after a lost answer pays nothing twice. With refunds made at the provider, the sum never exceeds the payment.
 */
export const paymentsRefund =
  (deps: Deps) =>
  async (asked: JobPayload<'payments.refund'>): Promise<void> => {
    const { read, write, now, payments, log } = deps
    const { payment: id, refund: ordered } = asked
    // An earlier run may have paid it without an answer: then the books say so from now on.
    const payment = (await settle(deps, id).catch(orPaymentUnavailable))?.payment ?? (await read.payments.byId(id))
    const order = ordered === undefined ? undefined : await read.books.refund(ordered)
    const wanted = ordered === undefined ? payment?.refunded : order?.amount
    if (!payment || payment.reference === null || wanted === null || wanted === undefined) return
    if (order && order.doneAt !== null) return
    // Retry until the provider that has the money is configured again: a refund is never abandoned.
    if (payment.provider !== payments.name) throw new Error('It was paid through another provider')
    const { currency, reference } = payment
    const key = ordered ?? `withdrawal-${id}`
    // A run whose answer was lost, or that a crash ended, may have made it.
    const made = await payments.findRefund(reference, key)
    const amount = made ?? Math.min(wanted, await leftToRefund(payments, reference, payment))
    if (amount < wanted) {
      log.warn({ payment: id }, 'a part was paid back already, refunding the rest')
      // An order that is larger than its refund would count as unconfirmed for ever.
      const rest = amount > 0 ? { amount } : { amount, doneAt: now() }
      if (order) await write((tx) => tx.books.changeRefund(order.id, rest))
    }
    try {
      if (made === null && amount > 0) await payments.refund(reference, { amount, currency }, key)
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      log.warn({ payment: id, reason: error.message }, 'the provider refused a refund for good, the desk settles it')
      await write((tx) => storeRefusal(tx, asked, error.message, now()))
      return
    }
    // The member then reads that the refund is paid; the webhook reports the same.
    const settled = await settle(deps, id)
    // One answer may report several refunds as one sum, so the books did not find this order in it.
    if (order && settled && (made !== null || settled.payment.refundedThere >= payment.refundedThere + amount))
      await write(async (tx) => {
        const row = await tx.books.refund(order.id)
        if (row?.doneAt === null) await endOrder(tx, row, now())
      })
  }

/** After a chargeback that only the desk knows to be won, the provider may refuse: then the desk pays in another way. */
const leftToRefund = async (
  payments: PaymentProvider,
  reference: string,
  { amount, chargedBackWon }: PaymentRow,
): Promise<number> => {
  const state = await payments.read(reference)
  return state ? Math.max(0, state.amount - state.refunded - Math.max(0, state.chargedBack - chargedBackWon)) : amount
}

/** Asks the provider to delete a payment method that its member removed [PAY-6]. */
export const paymentsForget =
  ({ read, payments }: Pick<Deps, 'read' | 'payments'>) =>
  async ({ provider, customer, mandate }: JobPayload<'payments.forget'>): Promise<void> => {
    if (provider !== payments.name) throw new PermanentFailure('It was stored with another provider')
    // A charge without an answer is looked up by its customer, so the customer must still exist.
    if (await read.payments.isChargedFrom(customer))
      throw new RetryLater('The outcome of a charge from it is being found out', 10 * MINUTE_MS)
    await payments.forget({ customer, mandate })
  }

/** Sends the code that confirms a direct debit [PAY-10]. Each run makes a new one, and the last one counts. */
export const smsDirectDebit =
  (deps: Pick<Deps, 'env' | 'read' | 'write' | 'now' | 'random' | 'settings'>, sms: SmsSender) =>
  async ({ directdebit: id }: JobPayload<'sms.direct_debit'>, job: number): Promise<void> => {
    const row = await deps.read.directDebits.directDebit(id)
    const person = row && (await deps.read.notices.person(row.userId))
    if (!row || !person || row.confirmedAt !== null) return
    if (deps.now() >= row.createdAt + SMS_CODE_MINUTES * MINUTE_MS)
      throw new PermanentFailure('The code would be too old')
    const code = newCode(deps.random)
    await deps.write((tx) => tx.directDebits.setCode(id, codeHash(id, code)))
    const values = { site: deps.settings().name, code, minutes: String(SMS_CODE_MINUTES) }
    // The last line lets the browser fill the code in, only on this site (WebOTP).
    const text = `${serverText(person.language, 'mail.sms.code', values)}\n\n@${new URL(publicUrl(deps.env)).hostname} #${code}`
    try {
      await sms.send({ job, to: row.phone, text })
    } catch (error) {
      if (error instanceof SmsRefused) throw new PermanentFailure(error.message)
      throw error
    }
  }
