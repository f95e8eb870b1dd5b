/** The text of a message for test assertions; a picture is identified by its width. */
import type { Message } from '#contract/entities/chat.ts'

export const saying = (message: Message): string => {
  if (message.type === 'text') return message.text
  return message.type === 'gift' ? message.gift : `photo ${message.photo.width}`
}
