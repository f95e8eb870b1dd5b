/** Conversations and messages as one of their two members sees them. */
import {
  type Chat,
  GIFTS,
  MESSAGE_WARNINGS,
  type Message,
  type MessagePhoto,
  type MessageWarning,
} from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import { DAY_MS } from '#contract/limits.ts'
import { isUnanswered } from '../fictional/responder-mode.ts'
import type { ChatRow, MessageRow } from './queries.ts'
import type { Deps } from '../../deps.ts'

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

/**
 * A message as one of its two members sees it: only the recipient gets the warnings [GUARD-1]. An erased message, also
 * a photo or a gift, becomes an empty text, because its sender is gone [ACC-12].
 */
export const messageFrom = (row: MessageRow, viewer: number): Message => {
  const warning = viewer === row.sender || row.text === '' ? [] : warningsIn(row.warning)
  const shared = {
    id: row.id,
    client_id: row.clientId,
    conversation: conversationId(row.low, row.high),
    sender: row.sender,
    sent_at: row.sentAt,
    ...(warning.length > 0 ? { warning } : {}),
    ...(viewer === row.sender && row.unansweredAt !== null ? { unanswered: true as const } : {}),
  }
  return { ...shared, ...contentOf(row) }
}

const contentOf = ({ id, type, text, photo }: MessageRow) => {
  const words = { type: 'text', text } as const
  switch (type) {
    case 'text':
      return words
    case 'photo':
      return photo ? { type, photo: messagePhotoOf(id, photo) } : words
    case 'gift': {
      const gift = GIFTS.find((one) => one === text)
      return gift ? { type, gift } : words
    }
  }
}

/** Whether the message was erased together with its sender's account. */
export const isErased = (message: Message): boolean => message.type === 'text' && message.text === ''

/** A message photo for its two members. Its content never changes, so its paths may be cached for ever. */
const messagePhotoOf = (
  message: number,
  { colours, width, height }: Pick<MessagePhoto, 'colours' | 'width' | 'height'>,
): MessagePhoto => ({
  filename: `/photos/m${message}/full`,
  thumb_filename: `/photos/m${message}/thumb`,
  colours,
  width,
  height,
})

const warningsIn = (stored: string | null): MessageWarning[] => {
  const names = stored === null ? [] : stored.split(' ')
  return MESSAGE_WARNINGS.filter((one) => names.includes(one))
}

/** Messages sent before this are hidden [CHAT-10]. */
export const shownSince = ({ now, settings }: Pick<Deps, 'now' | 'settings'>): number =>
  now() - settings().message_days * DAY_MS

/** A deleted conversation without new messages is in no list [CHAT-8]. */
export const isRemoved = ({
  hiddenUpTo,
  lastMessage,
}: Pick<ChatRow, 'hiddenUpTo'> & { lastMessage: number }): boolean => lastMessage <= hiddenUpTo
