/** The price of a message in credits, by its content [CHAT-2]. */
import type { MessageType } from '../entities/chat.ts'
import type { Settings } from '../entities/settings.ts'

export type MessagePrices = Pick<Settings, 'message_credits' | 'photo_credits' | 'gift_credits'>

export const messageCost = (type: MessageType, prices: MessagePrices): number => {
  switch (type) {
    case 'text':
      return prices.message_credits
    case 'photo':
      return prices.photo_credits
    case 'gift':
      return prices.gift_credits
  }
}
