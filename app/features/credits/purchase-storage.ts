/**
 * The state of purchases that this device stores: the screen to return to, the method last chosen, and the payment with an unknown
 * outcome. Logout deletes it all, since another member may follow [PWA-11].
 */
import type { Payment, PaymentMethod } from '#contract/entities/money.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { isClientId } from '#contract/rules/ids.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { isPlace } from '../../state/return-place.ts'

const RETURN_KEY = 'credits-from'
const METHOD_KEY = 'payment-method'
const UNKNOWN_KEY = 'payment-finding-out'

/** Also the attempt of `paying.ts` and the form of `directdebit/`. */
const TAB_KEYS = [RETURN_KEY, 'payment-begun', 'direct-debit']
const DEVICE_KEYS = [METHOD_KEY, UNKNOWN_KEY]

const CHATS: ReadonlySet<string> = new Set(['members-id-chat', 'chats-id', 'chats'])

export type ReturnPlace = { path: string; isChat: boolean }

/** Called by the links that lead to credits or Premium: after buying, a link leads back to this screen. */
export const storeReturnPlace = (): void => {
  try {
    sessionStorage.setItem(RETURN_KEY, location.pathname + location.search)
  } catch {
    // Without storage the member continues at search.
  }
}

export const readReturnPlace = (): ReturnPlace | null => {
  try {
    return parseReturnPlace(sessionStorage.getItem(RETURN_KEY))
  } catch {
    return null
  }
}

/** Accepts only a path of one of our screens. */
export const parseReturnPlace = (text: string | null): ReturnPlace | null => {
  if (!isPlace(text)) return null
  const place = placeOf(text.split(/[?#]/)[0] ?? '')
  return place && { path: text, isChat: CHATS.has(place.route) }
}

/** The conversation of a chat's path, or null: where a purchase interrupted a message. */
export const conversationOfPath = (path: string, me: number): string | null => {
  const [, partner] = /^\/members\/(\d+)\/chat/.exec(path) ?? []
  if (partner !== undefined) return conversationId(me, Number(partner))
  return /^\/chats\/(\d+-\d+)/.exec(path)?.[1] ?? null
}

export const readStoredMethod = (): PaymentMethod | null => {
  try {
    const stored = localStorage.getItem(METHOD_KEY) ?? ''
    return isPaymentMethod(stored) ? stored : null
  } catch {
    return null
  }
}

export const storeMethod = (method: PaymentMethod): void => {
  try {
    localStorage.setItem(METHOD_KEY, method)
  } catch {
    // Without storage, the last method that the server reports is used.
  }
}

/** The payment with an unknown outcome; it is stored so that it is shown offline too. */
export const readUnknownPayment = (): string | null => {
  try {
    const stored = localStorage.getItem(UNKNOWN_KEY) ?? ''
    return isClientId(stored) ? stored : null
  } catch {
    return null
  }
}

/** Called with every payment the device receives: its outcome may be known by now. */
export const storeUnknownPayment = ({ payment_id: id, finding_out: isUnknown }: Payment): void => {
  try {
    if (isUnknown) localStorage.setItem(UNKNOWN_KEY, id)
    else if (localStorage.getItem(UNKNOWN_KEY) === id) localStorage.removeItem(UNKNOWN_KEY)
  } catch {
    // Without storage only the screen of the payment shows the state.
  }
}

export const deletePurchaseStorage = (): void => {
  for (const key of TAB_KEYS) removeFrom(() => sessionStorage, key)
  for (const key of DEVICE_KEYS) removeFrom(() => localStorage, key)
}

const removeFrom = (store: () => Storage, key: string): void => {
  try {
    store().removeItem(key)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}
