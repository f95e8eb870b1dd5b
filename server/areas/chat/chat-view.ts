import type { Chat } from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import { isUnanswered } from '../fictional/responder-mode.ts'
import { messageFrom } from './message-view.ts'
import type { ChatRow } from './queries.ts'

/**
 * A conversation as the member of the row sees it: how far the partner has got, how far the member has read.
 * @param since what is older is not shown; the conversation stays [CHAT-10]
 * @param isAnswered whether something answers for fictional profiles on this site [GUARD-7]
 */
export const chatFrom = (row: ChatRow, since: number, isAnswered: boolean): Chat => {
  const may = mayWrite({ ...row, isUnanswered: isUnanswered(row, isAnswered) })
  const { last, lastPhoto: photo, low, high } = row
  return {
    conversation: conversationId(low, high),
    profile: row.partner,
    // Messages of a blocked partner do not count as unread [CHAT-9].
    num_unread_messages: row.blockedByMe ? 0 : row.unread,
    last_message: last && last.sentAt >= since ? messageFrom({ ...last, photo, low, high }, row.member) : null,
    delivered_up_to: row.partnerDeliveredUpTo,
    read_up_to: row.partnerReadUpTo,
    my_read_up_to: row.myReadUpTo,
    ...(row.hiddenUpTo > 0 ? { hidden_up_to: row.hiddenUpTo } : {}),
    ...(row.warnedAt === null ? {} : { warned_at: row.warnedAt }),
    closed: may.allowed ? null : may.reason,
  }
}
