import { GIFTS, type Message } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { messagePhotoOf } from './message-photo-view.ts'
import type { MessageRow } from './queries.ts'

/** What was erased, a photo or a gift too, is an empty text: its sender is gone [ACC-12]. */
export const messageFrom = (row: MessageRow): Message => {
  const shared = {
    id: row.id,
    client_id: row.clientId,
    conversation: conversationId(row.low, row.high),
    sender: row.sender,
    sent_at: row.sentAt,
  }
  if (row.type === 'photo' && row.photo) return { ...shared, type: 'photo', photo: messagePhotoOf(row.id, row.photo) }
  const gift = row.type === 'gift' ? GIFTS.find((one) => one === row.text) : undefined
  return gift ? { ...shared, type: 'gift', gift } : { ...shared, type: 'text', text: row.text }
}

/** Whether its sender is gone, and all that they wrote with them. */
export const isErased = (message: Message): boolean => message.type === 'text' && message.text === ''
