/** Explains a fictional profile and the price of writing to it, before any credit is spent [CHAT-11]. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Note } from '../../ui/note.tsx'
import styles from './conversation.module.css'

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
