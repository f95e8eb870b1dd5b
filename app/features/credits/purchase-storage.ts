/**
 * The state of purchases that this device stores: the screen to return to, the method last chosen, and the payment with an unknown
 * outcome. Logout deletes it all, since another member may follow [PWA-11].
 */
import { isOwnPath } from '#contract/device.ts'
import type { Payment, PaymentMethod } from '#contract/entities/money.ts'
import { isPaymentMethod } from '#contract/payment-methods.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { isClientId } from '#contract/rules/ids.ts'
import { placeOf } from '#contract/screen-paths.ts'
import { deviceStore, tabStore } from '../../ports/text-store.ts'

const RETURN_KEY = 'credits-from'
const METHOD_KEY = 'payment-method'
const UNKNOWN_KEY = 'payment-finding-out'

/** The payments that `paying.ts` has begun, one for each package. */
export const BEGUN_PREFIX = 'payment-begun:'

/** The direct debit that `directdebit/` has begun. */
export const DEBIT_KEY = 'direct-debit'

const TAB_KEYS = [RETURN_KEY, DEBIT_KEY]
const DEVICE_KEYS = [METHOD_KEY, UNKNOWN_KEY]

const CHATS: ReadonlySet<string> = new Set(['members-id-chat', 'chats-id', 'chats'])

export type ReturnPlace = { path: string; isChat: boolean }

/** Called by the links that lead to credits or Premium: after buying, a link leads back to this screen. */
export const storeReturnPlace = (): void => tabStore.set(RETURN_KEY, location.pathname + location.search)

export const readReturnPlace = (): ReturnPlace | null => parseReturnPlace(tabStore.get(RETURN_KEY))

/** Accepts only a path of one of our screens. */
export const parseReturnPlace = (text: string | null): ReturnPlace | null => {
  if (text === null || !isOwnPath(text)) return null
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
  const stored = deviceStore.get(METHOD_KEY) ?? ''
  return isPaymentMethod(stored) ? stored : null
}

export const storeMethod = (method: PaymentMethod): void => deviceStore.set(METHOD_KEY, method)

/** The payment with an unknown outcome; it is stored so that it is shown offline too. */
export const readUnknownPayment = (): string | null => {
  const stored = deviceStore.get(UNKNOWN_KEY) ?? ''
  return isClientId(stored) ? stored : null
}

/** Called with every payment the device receives: its outcome may be known by now. */
export const storeUnknownPayment = ({ payment_id: id, finding_out: isUnknown }: Payment): void => {
  if (isUnknown) deviceStore.set(UNKNOWN_KEY, id)
  else if (deviceStore.get(UNKNOWN_KEY) === id) deviceStore.remove(UNKNOWN_KEY)
}

export const deletePurchaseOfTab = (): void => TAB_KEYS.forEach(tabStore.remove)

export const deletePurchaseStorage = (): void => {
  deletePurchaseOfTab()
  DEVICE_KEYS.forEach(deviceStore.remove)
  deviceStore.keys(BEGUN_PREFIX).forEach(deviceStore.remove)
}
