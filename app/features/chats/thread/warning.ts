/** The place of the warning about a fictional profile [CHAT-11]. */
import type { History } from './history.ts'
import type { ThreadMessage } from './thread-message.ts'

/**
 * Beside the composer until I have written, so that it is read before a credit is spent; then at the beginning of the
 * conversation. If the beginning is not loaded and no message of mine is, I may not have written: beside the composer.
 */
export const warningPlace = (
  fictional: boolean,
  messages: readonly ThreadMessage[],
  before: History['before'],
): 'composer' | 'beginning' | null => {
  if (!fictional) return null
  const hasWritten = messages.some(({ mine, state }) => mine && state !== 'failed')
  if (!hasWritten) return 'composer'
  return before === null ? 'beginning' : null
}
