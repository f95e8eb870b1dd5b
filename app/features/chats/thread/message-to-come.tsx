/** Placeholder for a message that a push has announced and this device has not fetched yet [PWA-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { online } from '../../../state/connection.ts'
import { t } from '../../../state/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './thread.module.css'

type Props = {
  /** The conversation shows nothing else. */
  alone?: boolean
}

export const MessageToCome = ({ alone = false }: Props) => {
  useSignals()
  const words = online.value ? t('chat.incomingSoon') : t('chat.incoming')
  if (alone)
    return (
      <div className={styles['alone']}>
        <EmptyState title={words} {...(online.value ? {} : { text: t('chat.incomingText') })} />
      </div>
    )
  return (
    <p className={styles['toCome']} role="status">
      <Icon name="clock" size={16} />
      {words}
    </p>
  )
}
