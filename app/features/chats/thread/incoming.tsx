/**
 * Announces messages that arrive while the conversation is open; earlier messages and older pages are not announced.
 */
import { useState } from 'react'
import { t } from '../../../state/i18n.ts'
import { contentWords } from '../content-words.ts'
import type { ThreadMessage } from './thread-message.ts'

/** The number of messages in the log; the newest is the last. */
const KEPT = 5

export const Incoming = ({ messages, name }: { messages: readonly ThreadMessage[]; name: string }) => {
  const newest = messages.findLast(({ mine }) => !mine)?.id ?? 0
  const [openedAt] = useState(newest)
  const arrived = messages.filter(({ mine, id }) => !mine && id !== null && id > openedAt).slice(-KEPT)
  return (
    <div className="vh" role="log" aria-live="polite">
      {arrived.map((message) => (
        <p key={message.key}>{t('chat.incoming', { name, text: contentWords(message) })}</p>
      ))}
    </div>
  )
}
