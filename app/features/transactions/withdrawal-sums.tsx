import type { Withdrawal } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import { moneyOf } from '../credits/money.ts'
import styles from './transactions.module.css'

/** The refund, and the spent part that is not refunded [PAY-11]. */
export const WithdrawalSums = ({ withdrawal, currency }: { withdrawal: Withdrawal; currency: string }) => (
  <dl className={styles['sums']}>
    <div>
      <dt>{t('withdrawal.unspent')}</dt>
      <dd>{t('credits.count', { count: withdrawal.credits_unspent })}</dd>
    </div>
    <div>
      <dt>{t('withdrawal.spent')}</dt>
      <dd>{t('credits.count', { count: withdrawal.credits_spent })}</dd>
    </div>
    <div className={styles['total']}>
      <dt>{t('withdrawal.refund')}</dt>
      <dd>{moneyOf(withdrawal.refund, currency)}</dd>
    </div>
  </dl>
)
