/** The content of a message: text, photo or gift [CHAT-2], [CHAT-3]. */
import type { Gift, MessagePhoto } from '#contract/entities/chat.ts'

export type Content =
  | { type: 'text'; text: string }
  | { type: 'photo'; photo: MessagePhoto }
  | { type: 'gift'; gift: Gift }

/** `newer`: a message of a kind that only a newer version can show [PWA-10]. */
export type ShownContent = Content | { type: 'newer' }

/** The content without the other fields of the message. */
export const contentOf = (content: Content): ShownContent => {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: content.text }
    case 'photo':
      return { type: 'photo', photo: content.photo }
    case 'gift':
      return { type: 'gift', gift: content.gift }
    // The type promises a known kind, but the server or the worker may be newer than this page (`contract/newer.ts`).
    default:
      return { type: 'newer' }
  }
}

/** After an account is deleted for good, its messages stay as empty placeholders [ACC-12]. */
export const isErased = (content: ShownContent): boolean =>
  (content.type === 'text' && content.text === '') || (content.type === 'photo' && content.photo.filename === '')
