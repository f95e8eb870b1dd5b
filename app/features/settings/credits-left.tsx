/** The fate of unspent credits [PAY-11], [ACC-12]: shown before the account is deleted, with a link to the refund. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { likelySettings } from '../../state/site.ts'
import styles from './settings.module.css'

export const CreditsLeft = () => {
  useSignals()
  if (user.value?.paid_user !== true) return <li>{t('settings.deleteCreditsLost')}</li>
  return (
    <li className={styles['more']}>
      <p>{t('settings.deleteCredits', { count: likelySettings.value.refund_days })}</p>
      <Link href={href('transactions')}>{t('settings.deleteToTransactions')}</Link>
    </li>
  )
}
