/** A payment provider that fails when a test wants it: before a request reaches it, or after it has answered. */
import type { PaymentProvider, ProviderState } from '../adapters/payments/provider.ts'

export type ProviderCall = Exclude<keyof PaymentProvider, 'name'>

export type Fault = {
  /** Throws the error of this step, if the test wants one. */
  at?: (call: ProviderCall, when: 'before' | 'after') => void
  /** Replaces the state that `read` returns. */
  read?: (state: ProviderState) => ProviderState
}

/** @param fault evaluated again for each request */
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
    refund: through('refund', provider.refund),
    signMandate: through('signMandate', provider.signMandate),
    forget: through('forget', provider.forget),
  }
}
