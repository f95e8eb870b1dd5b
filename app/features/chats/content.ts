/** The content of a message: text, photo or gift [CHAT-2], [CHAT-3]. */
import type { Gift, MessagePhoto } from '#contract/entities/chat.ts'

export type Content =
  | { type: 'text'; text: string }
  | { type: 'photo'; photo: MessagePhoto }
  | { type: 'gift'; gift: Gift }

/** The content without the other fields of the message. */
export const contentOf = (of: Content): Content => {
  switch (of.type) {
    case 'text':
      return { type: 'text', text: of.text }
    case 'photo':
      return { type: 'photo', photo: of.photo }
    case 'gift':
      return { type: 'gift', gift: of.gift }
  }
}

/** After an account is deleted for good, its messages stay as empty placeholders [ACC-12]. */
export const isErased = (content: Content): boolean =>
  (content.type === 'text' && content.text === '') || (content.type === 'photo' && content.photo.filename === '')
