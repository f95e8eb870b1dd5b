/**
 * A provider without money, for demo, development and tests [PAY-4]. The payer chooses the outcome on a page of its own
 * (`http/sandbox.ts`). The sandbox reports it by webhook: a job, which may run late or twice.
 */
import { createHash } from 'node:crypto'
import type { Deps, Tx } from '../../deps.ts'
import { RefundRefused, type Order, type PaymentProvider, type ProviderState } from './provider.ts'
import { chosen, isCard, leftOf, refundedOf, statusAt, type SandboxChoice, type SandboxState } from './sandbox-state.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now'>

/** A direct debit takes some time. */
const DEBIT_MS = 20_000

export const sandboxProvider = ({ read, write, now }: Needs): PaymentProvider => ({
  name: 'sandbox',

  methods: (among) => Promise.resolve([...among]),

  order: async (order) => {
    const reference = sandboxReference(order.paymentId)
    const state = await write(async (tx) => {
      const fresh = stateOf(order, now())
      if (!(await tx.sandbox.add(reference, fresh))) return (await tx.sandbox.state(reference)) ?? fresh
      if (fresh.status !== 'open') await addWebhookJob(tx, reference, fresh.paidAt ?? now(), now())
      return fresh
    })
    return { reference, checkoutUrl: checkoutOf(reference, state, now()) }
  },

  find: async (paymentId) => {
    const reference = sandboxReference(paymentId)
    const state = await read.sandbox.state(reference)
    return state && { reference, checkoutUrl: checkoutOf(reference, state, now()) }
  },

  read: async (reference) => {
    const state = await read.sandbox.state(reference)
    return state && providerStateOf(reference, state, now())
  },

  cancel: async (reference) => {
    await choose({ write, now }, reference, 'cancelled')
  },

  findRefund: async (reference, key) => (await read.sandbox.state(reference))?.refunds[key] ?? null,

  refund: (reference, { amount }, key) =>
    write(async (tx) => {
      const state = await tx.sandbox.state(reference)
      if (!state || key in state.refunds || statusAt(state, now()) !== 'paid') return
      // A real provider refuses this too.
      if (amount > leftOf(state)) throw new RefundRefused('More than is left of the payment')
      await tx.sandbox.change(reference, { ...state, status: 'paid', refunds: { ...state.refunds, [key]: amount } })
      await addWebhookJob(tx, reference, now(), now())
    }),

  signMandate: ({ id }) => Promise.resolve({ customer: `cst_${hashOf(id)}`, mandate: `mdt_pays_${hashOf(id)}` }),

  forget: () => Promise.resolve(),
})

/** Applies a choice made on the page. @returns false if the choice is not available (any more) */
export const choose = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  reference: string,
  choice: SandboxChoice,
): Promise<boolean> =>
  write(async (tx) => {
    const state = await tx.sandbox.state(reference)
    const next = state && chosen(state, choice, now())
    if (!next) return false
    await tx.sandbox.change(reference, next)
    await addWebhookJob(tx, reference, now(), now())
    return true
  })

const addWebhookJob = async (tx: Pick<Tx, 'jobs'>, reference: string, runAt: number, at: number) => {
  await tx.jobs.add({ kind: 'sandbox.webhook', payload: { reference }, runAt }, at)
}

/** The same reference for a repeated order; nobody can guess it without the payment's id. */
export const sandboxReference = (paymentId: string): string => `sbx_${hashOf(paymentId)}`

const hashOf = (text: string): string => createHash('sha256').update(`sandbox ${text}`).digest('base64url').slice(0, 24)

const stateOf = (order: Order, now: number): SandboxState => {
  const { paymentId, amount, currency, method, description, locale, redirectUrl, sequence } = order
  const { pathname, search } = new URL(redirectUrl)
  const known = {
    paymentId,
    amount,
    currency,
    method,
    description,
    locale,
    back: `${pathname}${search}`,
    sequence,
    customer: order.customer ?? (sequence === 'first' ? `cst_${hashOf(paymentId)}` : null),
    habit: habitOf(order.mandate),
    refunds: {},
    chargedBack: 0,
    createdAt: now,
  }
  if (sequence !== 'repeat' || known.habit === 'asks') return { ...known, status: 'open', failure: null, paidAt: null }
  if (known.habit === 'fails') return { ...known, status: 'failed', failure: 'recurring_failed', paidAt: null }
  return method === 'directdebit'
    ? { ...known, status: 'pending', failure: null, paidAt: now + DEBIT_MS }
    : { ...known, status: 'paid', failure: null, paidAt: now }
}

/** The mandate's name contains the behaviour of repeated payments. */
const habitOf = (mandate: string | undefined): SandboxState['habit'] => {
  const habit = mandate?.split('_')[1]
  return habit === 'asks' || habit === 'fails' ? habit : 'pays'
}

const providerStateOf = (reference: string, state: SandboxState, now: number): ProviderState => {
  const { paymentId, amount, currency, failure, chargedBack } = state
  return {
    reference,
    paymentId,
    amount,
    currency,
    status: statusAt(state, now),
    refunded: refundedOf(state),
    chargedBack,
    failure,
    checkoutUrl: checkoutOf(reference, state, now),
    mandate: mandateOf(state, now),
  }
}

/** A path of this site, so that it works under every host name. */
const checkoutOf = (reference: string, state: SandboxState, now: number): string | null =>
  statusAt(state, now) === 'open' ? `/sandbox/${reference}` : null

const mandateOf = (state: SandboxState, now: number): ProviderState['mandate'] => {
  const { sequence, customer, method, habit, paymentId } = state
  if (sequence !== 'first' || customer === null || statusAt(state, now) !== 'paid') return null
  const label = isCard(state) ? '•••• 4242' : 'demo@example.test'
  return { customer, mandate: `mdt_${habit}_${hashOf(paymentId)}`, method, label }
}
