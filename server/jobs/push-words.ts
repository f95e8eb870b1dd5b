/** Names and messages as a notification shows them. */
import type { Message } from '#contract/entities/chat.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { serverText } from '../texts.ts'

/** The longest part of a message that a notification shows, in characters. */
const SHOWN_MAX = 140

/** A fictional profile is marked [SAFE-7]. */
export const nameOf = ({ name, fictional }: Pick<ProfileCard, 'name' | 'fictional'>, language: string): string =>
  fictional ? serverText(language, 'push.fictional_name', { name }) : name

/** A photo or a gift is described in words. */
export const shownOf = (message: Message, language: string): string => {
  if (message.type === 'text') return shortened(message.text)
  return serverText(language, message.type === 'photo' ? 'push.photo' : 'push.gift')
}

/**
 * Counts graphemes, so that no emoji is cut in two. Some graphemes are long and a push is small, hence the second
 * limit.
 */
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  let shown = ''
  let count = 0
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    count += 1
    if (count === SHOWN_MAX || shown.length + segment.length > 4 * SHOWN_MAX) return `${shown.trimEnd()}…`
    shown += segment
  }
  return shown
}
