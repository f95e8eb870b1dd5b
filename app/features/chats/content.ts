/** What a message says, whoever holds it: words, a photo or a gift [CHAT-2], [CHAT-3]. */
import type { Gift, MessagePhoto } from '#contract/entities/chat.ts'

export type Content =
  | { type: 'text'; text: string }
  | { type: 'photo'; photo: MessagePhoto }
  | { type: 'gift'; gift: Gift }

/** The content alone, without what else stands beside it. */
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

/** Of someone whose account is gone for good only the place is left, not what was said [ACC-12]. */
export const isErased = (content: Content): boolean =>
  (content.type === 'text' && content.text === '') || (content.type === 'photo' && content.photo.filename === '')
