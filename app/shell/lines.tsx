/** Quiet lines under the bar: no connection and what waits, a new version. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { connection } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { QuietLine } from '../ui/quiet-line.tsx'
import { href } from './routes.ts'
import styles from './shell.module.css'
import { versionLine } from './version-line.ts'

export const Lines = () => {
  useSignals()
  const { online, waiting, full } = connection.value
  return (
    <div className={styles['lines']} role="status">
      {online ? null : <QuietLine>{offlineWords(waiting)}</QuietLine>}
      {online && waiting > 0 ? <QuietLine icon="clock">{t('shell.waiting', { count: waiting })}</QuietLine> : null}
      {full ? (
        <QuietLine icon="warning">
          {t('shell.storageFull')}{' '}
          <Link href={href('notifications-device')} className={styles['inlineAction']}>
            {t('shell.storageAction')}
          </Link>
        </QuietLine>
      ) : null}
      {versionLine.value}
    </div>
  )
}

const offlineWords = (waiting: number): string =>
  waiting === 0 ? t('shell.offline') : t('shell.offlineWaiting', { count: waiting })
