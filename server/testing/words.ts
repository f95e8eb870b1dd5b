import type { Message } from '#contract/entities/chat.ts'

/** What a message says, in a word where it is no text. */
export const wordsOf = (message: Message): string =>
  message.type === 'text' ? message.text : message.type === 'gift' ? message.gift : 'photo'
