import {
  GIFTS,
  MESSAGE_WARNINGS,
  type Message,
  type MessagePhoto,
  type MessageWarning,
} from '#contract/entities/chat.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { MessageRow } from './queries.ts'

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
  if (row.type === 'photo' && row.photo) return { ...shared, type: 'photo', photo: messagePhotoOf(row.id, row.photo) }
  const gift = row.type === 'gift' ? GIFTS.find((one) => one === row.text) : undefined
  return gift ? { ...shared, type: 'gift', gift } : { ...shared, type: 'text', text: row.text }
}

/** Whether the message was erased together with its sender's account. */
export const isErased = (message: Message): boolean => message.type === 'text' && message.text === ''

type Row = Pick<MessagePhoto, 'colours' | 'width' | 'height'>

/** A message photo for its two members. Its content never changes, so its paths may be cached for ever. */
const messagePhotoOf = (message: number, { colours, width, height }: Row): MessagePhoto => ({
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
