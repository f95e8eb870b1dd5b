import type { Message } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { MessageRow } from './queries.ts'

export const messageFrom = (row: MessageRow): Message => ({
  id: row.id,
  client_id: row.clientId,
  conversation: conversationId(row.low, row.high),
  sender: row.sender,
  sent_at: row.sentAt,
  type: row.type,
  text: row.text,
})
