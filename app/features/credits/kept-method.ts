/** The method last chosen on this device. Deleted at logout [PWA-11]. */
import type { PaymentMethod } from '#contract/entities/money.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'

const KEY = 'payment-method'

export const keptMethod = (): PaymentMethod | null => {
  try {
    const kept = localStorage.getItem(KEY) ?? ''
    return isPaymentMethod(kept) ? kept : null
  } catch {
    return null
  }
}

export const keepMethod = (method: PaymentMethod): void => {
  try {
    localStorage.setItem(KEY, method)
  } catch {
    // Without storage, the last method that the server reports is used.
  }
}
