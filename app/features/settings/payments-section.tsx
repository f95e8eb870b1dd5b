/** Past payments; a withdrawal starts there too [PAY-11]. */
import { useId } from 'react'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { RowLink, Rows } from '../../ui/rows.tsx'
import styles from './settings.module.css'

export const PaymentsSection = () => {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.paymentsTitle')}</h2>
      <Rows>
        <RowLink
          icon="coins"
          href={href('transactions')}
          label={t('settings.transactions')}
          hint={t('settings.transactionsHint')}
        />
      </Rows>
    </section>
  )
}
