/** What a message says, for tests; a picture goes by its width. */
import type { Message } from '#contract/entities/chat.ts'

export const saying = (message: Message): string => {
  if (message.type === 'text') return message.text
  return message.type === 'gift' ? message.gift : `photo ${message.photo.width}`
}
