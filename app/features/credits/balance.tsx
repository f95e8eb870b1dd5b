import { t } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './credits.module.css'

export const Balance = ({ credits }: { credits: number }) => (
  <p className={styles['balance']}>
    <Icon name="coins" size={28} />
    <span>{t('credits.balance', { count: credits })}</span>
  </p>
)
