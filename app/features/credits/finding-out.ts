/**
 * The payment with an unknown outcome, stored on the device so that it is shown offline too. Deleted at logout
 * [PWA-11].
 */
import type { Payment } from '#contract/entities/money.ts'
import { isClientId } from '#contract/rules/ids.ts'

const KEY = 'payment-finding-out'

export const findingOutKept = (): string | null => {
  try {
    const kept = localStorage.getItem(KEY) ?? ''
    return isClientId(kept) ? kept : null
  } catch {
    return null
  }
}

/** Called with every payment the device receives: its outcome may be known by now. */
export const noteFindingOut = ({ payment_id: id, finding_out: isUnknown }: Payment): void => {
  try {
    if (isUnknown) localStorage.setItem(KEY, id)
    else if (localStorage.getItem(KEY) === id) localStorage.removeItem(KEY)
  } catch {
    // Without storage only the screen of the payment shows the state.
  }
}
