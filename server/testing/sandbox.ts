/** Purchases through the calls, with the sandbox as the provider: as the member, the payer and the provider make them. */
import type { PaymentProvider, ProviderState } from '../adapters/payments/provider.ts'
import { choose, sandboxReference } from '../adapters/payments/sandbox.ts'
import type { SandboxChoice } from '../adapters/payments/sandbox-state.ts'
import { handleWebhook } from '../areas/money/webhook.ts'
import type { TestMember } from './members.ts'
import type { TestServer } from './test-server.ts'

/** The sandbox reports the state of a payment. */
export const sendWebhook = ({ deps }: TestServer, payment: string) =>
  handleWebhook(deps, 'sandbox', sandboxReference(payment), 'here')

/** The payer makes a choice at the sandbox, and its webhook arrives. */
export const chooseAtSandbox = async (server: TestServer, payment: string, choice: SandboxChoice): Promise<void> => {
  await choose(server.deps, sandboxReference(payment), choice)
  await sendWebhook(server, payment)
}

/** The member orders 15 credits at the price of the moment. */
export const orderCredits = async (server: TestServer, member: TestMember) => {
  const id = server.deps.newId()
  const { packages } = (await server.as(member)('packages.get', { query: {} })).body
  const { price, currency } = packages.find((pack) => pack.id === '15') ?? { price: 0, currency: '' }
  const body = { client_id: id, package: '15', price, currency, method: 'paypal' } as const
  return { id, price, ...(await server.as(member)('payments.create', { body })) }
}

/** The member orders 15 credits and pays. @returns the payment's id */
export const buyCredits = async (server: TestServer, member: TestMember): Promise<string> => {
  const { id } = await orderCredits(server, member)
  await chooseAtSandbox(server, id, 'paid')
  return id
}

/** The operator refunds a part in the provider's own dashboard. */
export const refundAtSandbox = async (
  server: TestServer,
  payment: string,
  amount: number,
  key: string,
): Promise<void> => {
  await server.deps.payments.refund(sandboxReference(payment), { amount, currency: 'EUR' }, key)
  await sendWebhook(server, payment)
}

/** The sum that the provider has paid back, in the smallest unit. */
export const refundedAtSandbox = async ({ deps }: TestServer, payment: string): Promise<number | undefined> =>
  (await deps.payments.read(sandboxReference(payment)))?.refunded

export type ProviderCall = Exclude<keyof PaymentProvider, 'name'>

export type Fault = {
  /** Throws the error of this step, if the test wants one. */
  at?: (call: ProviderCall, when: 'before' | 'after') => void
  /** Replaces the state that `read` returns. */
  read?: (state: ProviderState) => ProviderState
}

/**
 * A payment provider that fails when a test wants it: before a request reaches it, or after it has answered.
 * @param fault evaluated again for each request
 */
export const faultyProvider = (provider: PaymentProvider, fault: Fault): PaymentProvider => {
  const through =
    <Args extends unknown[], Result>(call: ProviderCall, ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      fault.at?.(call, 'before')
      const answer = await ask(...args)
      fault.at?.(call, 'after')
      return answer
    }
  return {
    name: provider.name,
    methods: through('methods', provider.methods),
    order: through('order', provider.order),
    find: through('find', provider.find),
    read: async (reference) => {
      const state = await through('read', provider.read)(reference)
      return state && (fault.read?.(state) ?? state)
    },
    cancel: through('cancel', provider.cancel),
    findRefund: through('findRefund', provider.findRefund),
    refund: through('refund', provider.refund),
    signMandate: through('signMandate', provider.signMandate),
    forget: through('forget', provider.forget),
  }
}

/** @returns a completed payment that its bank has taken back */
export const buyChargedBack = async (server: TestServer, member: TestMember): Promise<string> => {
  const payment = await buyCredits(server, member)
  await chooseAtSandbox(server, payment, 'charged_back')
  return payment
}

/** The bookings of a payment as `[kind, amount, vat, number]`, the oldest first. Amounts in minor units. */
export const bookingsOf = (server: TestServer, payment: string) =>
  server
    .sql('select kind, amount, vat, number from bookings where payment = ? order by id', payment)
    .map(({ kind, amount, vat, number }) => [kind, amount, vat, number])
