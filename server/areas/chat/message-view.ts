import { GIFTS, type Gift, type Message } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { MessageRow } from './queries.ts'

export const messageFrom = (row: MessageRow): Message => {
  const shared = {
    id: row.id,
    client_id: row.clientId,
    conversation: conversationId(row.low, row.high),
    sender: row.sender,
    sent_at: row.sentAt,
  }
  if (row.type === 'gift') return { ...shared, type: 'gift', gift: giftOf(row.text) }
  return { ...shared, type: 'text', text: row.text }
}

const giftOf = (text: string): Gift => GIFTS.find((gift) => gift === text) ?? 'rose'
