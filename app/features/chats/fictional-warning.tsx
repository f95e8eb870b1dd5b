/** Explains a fictional profile and the price of writing to it, before any credit is spent [CHAT-11]. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Note } from '../../ui/note.tsx'
import styles from './conversation.module.css'
import type { History } from './thread/use-history.ts'
import type { ThreadMessage } from './thread/thread-message.ts'

type Props = {
  name: string
  /** Shown beside the composer, not at the beginning of the conversation. */
  beside?: boolean
  /** Writing is closed, so no message has a price [GUARD-7]. */
  isClosed?: boolean
}

export const FictionalWarning = ({ name, beside = false, isClosed = false }: Props) => {
  useSignals()
  const cost = settings.value?.message_credits
  return (
    <div className={beside ? styles['beside'] : undefined}>
      <Note tone="fiction">
        <p>
          <b>{t('chat.fictionalTitle', { name })}</b>{' '}
          {cost === undefined || isClosed ? t('ui.chatOnly') : t('chat.fictionalText', { count: cost })}
        </p>
      </Note>
    </div>
  )
}

/**
 * The place of the warning: beside the composer until I have written, so that it is read before a credit is spent; then at the beginning of the
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
