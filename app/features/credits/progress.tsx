import { t } from '../../state/i18n.ts'
import { progressAt } from './follow.ts'
import styles from './credits.module.css'

/** §9 The provider's answer may arrive any moment: progress over the time of a page [SHELL-15]. */
export const Progress = ({ waited }: { waited: number }) => (
  <div className={styles['status']}>
    <p role="status">{t('pay.loading')}</p>
    <progress className={styles['progress']} aria-label={t('pay.progress')} max={1} value={progressAt(waited)} />
  </div>
)
