/**
 * Withdrawal from a purchase [PAY-11], as the law's withdrawal function requires: a labelled button while it is
 * possible, a statement to check, a second button that confirms it, and a confirmation with its time.
 */
import { useState } from 'react'
import type { Payment, Withdrawal } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { now } from '../../ports/clock.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { moneyOf } from '../credits/money.ts'
import { momentOf } from './moment.ts'
import styles from './transactions.module.css'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { WithdrawalSums } from './withdrawal-sums.tsx'

export type Withdrawn = { payment: Payment; withdrawal: Withdrawal }

type Props = {
  me: User
  payment: Payment
  withdrawal: Withdrawal
  /** Called when the refund has changed meanwhile. */
  onStale: () => Promise<void>
  onDone: (done: Withdrawn) => void
}

export const WithdrawalSection = (props: Props) => {
  const { payment, withdrawal } = props
  return (
    <section className={styles['section']} aria-labelledby="withdrawal-title">
      <h2 id="withdrawal-title">{t('withdrawal.heading')}</h2>
      {withdrawal.declared_at !== null ? (
        <Declared payment={payment} withdrawal={withdrawal} at={withdrawal.declared_at} />
      ) : withdrawal.possible ? (
        <Possible {...props} />
      ) : (
        <p className="muted">
          {withdrawal.until <= now()
            ? t('withdrawal.over', { time: momentOf(withdrawal.until) })
            : t('withdrawal.allSpent')}
        </p>
      )}
    </section>
  )
}

const Possible = (props: Props) => {
  const { payment, withdrawal } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p>{t('withdrawal.until', { time: momentOf(withdrawal.until) })}</p>
      {payment.refunded > 0 ? (
        <p>{t('withdrawal.partRefunded', { amount: moneyOf(payment.refunded, payment.currency) })}</p>
      ) : null}
      <WithdrawalSums withdrawal={withdrawal} currency={payment.currency} />
      <Button kind="second" onClick={() => setAsking(true)}>
        {t('withdrawal.start')}
      </Button>
      {asking ? <WithdrawalDialog {...props} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

type DeclaredProps = { payment: Payment; withdrawal: Withdrawal; at: number }

const Declared = ({ payment, withdrawal, at }: DeclaredProps) => (
  <>
    <Note tone="good" role="status">
      <p>
        <b>{t('withdrawal.done', { time: momentOf(at) })}</b>
      </p>
      <p>{t('withdrawal.doneText', { amount: moneyOf(withdrawal.refund, payment.currency) })}</p>
    </Note>
    <WithdrawalSums withdrawal={withdrawal} currency={payment.currency} />
  </>
)
