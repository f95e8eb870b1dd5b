/** Shown when the price list is missing: the reason, a retry, and the prices in credits. */
import type { ErrorBody } from '#contract/errors.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './credits.module.css'

type Props = { error: ErrorBody; retry: () => Promise<void> }

export const NoPrices = ({ error, retry }: Props) => {
  const isOffline = error.error === 'network_unavailable'
  return (
    <Note icon={isOffline ? 'offline' : 'alert'} role="status">
      <p>{isOffline ? t('credits.offline') : `${t('credits.failed')} ${errorText(error)}`}</p>
      <Button kind="quiet" plain small className={styles['retry']} onClick={() => void retry()}>
        {t('ui.tryAgain')}
      </Button>
    </Note>
  )
}
