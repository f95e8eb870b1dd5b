/** The price of a message in credits, by its content [CHAT-2]. */
import type { MessageType } from '../entities/chat.ts'
import type { Settings } from '../entities/settings.ts'

/** The site setting with the price of each type. */
const PRICE_OF = {
  text: 'message_credits',
  photo: 'photo_credits',
  gift: 'gift_credits',
} as const satisfies Record<MessageType, keyof Settings>

export type MessagePrices = Pick<Settings, (typeof PRICE_OF)[MessageType]>

export const messageCost = (type: MessageType, prices: MessagePrices): number => prices[PRICE_OF[type]]
