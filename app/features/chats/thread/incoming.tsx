/** Reads out what arrives while the conversation is open; what was there before, or comes in front, is not read out. */
import { useState } from 'react'
import { t } from '../../../state/i18n.ts'
import { contentWords } from '../content-words.ts'
import type { ThreadMessage } from './thread-message.ts'

/** So many stay in the log, the newest at the end. */
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
