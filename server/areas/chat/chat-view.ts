import type { Chat } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import { messageFrom } from './message-view.ts'
import type { ChatRow } from './queries.ts'

/** A conversation as the member of the row sees it: how far the partner has got, how far the member has read. */
export const chatFrom = (row: ChatRow): Chat => {
  const may = mayWrite(row)
  return {
    conversation: conversationId(row.low, row.high),
    profile: row.partner,
    num_unread_messages: row.unread,
    last_message: row.last ? messageFrom({ ...row.last, low: row.low, high: row.high }) : null,
    delivered_up_to: row.partnerDeliveredUpTo,
    read_up_to: row.partnerReadUpTo,
    my_read_up_to: row.myReadUpTo,
    closed: may.allowed ? null : may.reason,
  }
}
