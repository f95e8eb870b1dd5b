import type { Message } from '#contract/entities/chat.ts'

/** The text of a message; a gift's name, or `photo`, for other types. */
export const wordsOf = (message: Message): string =>
  message.type === 'text' ? message.text : message.type === 'gift' ? message.gift : 'photo'
