/**
 * Withdrawal from a purchase [PAY-11], as the law's withdrawal function requires: a labelled button while it is
 * possible, a statement to check, a second button that confirms it, and a confirmation with its time.
 */
import { useState } from 'react'
import type { Payment, Withdrawal } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { call } from '../../ports/api.ts'
import { serverNow } from '../../ports/clock.ts'
import { moneyOf, utcDayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './transactions.module.css'
import { receiptTime } from './state-words.ts'

type WithdrawnPayment = { payment: Payment; withdrawal: Withdrawal }

type Props = {
  me: User
  payment: Payment
  withdrawal: Withdrawal
  /** Called if the refund is no longer the one on screen. */
  onStale: () => Promise<void>
  onDone: (done: WithdrawnPayment) => void
}

export const WithdrawalSection = (props: Props) => {
  const { payment, withdrawal } = props
  return (
    <section className={styles['section']} aria-labelledby="withdrawal-title">
      <h2 id="withdrawal-title">{t('withdrawal.heading')}</h2>
      {withdrawal.declared_at !== null ? (
        <DeclaredWithdrawal payment={payment} withdrawal={withdrawal} at={withdrawal.declared_at} />
      ) : withdrawal.possible ? (
        <Possible {...props} />
      ) : (
        <p className="muted">
          {/* The server decides: a refund that is not possible any more is too late, whatever the device's clock says. */}
          {withdrawal.refund > 0 || withdrawal.until <= serverNow()
            ? t('withdrawal.over', { time: receiptTime(withdrawal.until) })
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
      <p>{t('withdrawal.until', { time: receiptTime(withdrawal.until) })}</p>
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

const DeclaredWithdrawal = ({ payment, withdrawal, at }: DeclaredProps) => (
  <>
    <Note tone="good" role="status">
      <p>
        <b>{t('withdrawal.done', { time: receiptTime(at) })}</b>
      </p>
      <p>
        {payment.refund_refused
          ? t('transactions.refundRefused')
          : t('withdrawal.doneText', { amount: moneyOf(withdrawal.refund, payment.currency) })}
      </p>
    </Note>
    <WithdrawalSums withdrawal={withdrawal} currency={payment.currency} />
  </>
)

/** The refund, and the spent part that is not refunded [PAY-11]. */
const WithdrawalSums = ({ withdrawal, currency }: { withdrawal: Withdrawal; currency: string }) => (
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

/** The second step of a withdrawal: the declaration, the refund, and the button that confirms it [PAY-11]. */
type DialogProps = Props & { onClose: () => void }

const WithdrawalDialog = ({ me, payment, withdrawal, onStale, onDone, onClose }: DialogProps) => {
  // The values shown stay fixed while the dialog is open; null once the server has refused them as outdated.
  const [opened, setOpened] = useState<Withdrawal | null>(withdrawal)
  const shown = opened ?? withdrawal
  const { ref, busy, failure, submit } = useForm(async () => {
    const { refund } = shown
    const answer = await call('transactions.withdraw', { params: { id: payment.payment_id }, body: { refund } })
    if (answer.ok) {
      onDone(answer.data)
      return null
    }
    // Nothing was withdrawn: show the member the new amount first.
    if (answer.error.error !== 'price_changed') return answer.error
    await onStale()
    setOpened(null)
    return null
  })
  const { credits, amount, currency, created_at: at } = payment
  return (
    <Dialog
      title={t('withdrawal.dialogTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button type="submit" form="withdrawal" disabled={busy}>
            {t(busy ? 'ui.busy' : 'withdrawal.confirm')}
          </Button>
          <Button kind="second" disabled={busy} onClick={onClose}>
            {t('withdrawal.keep')}
          </Button>
        </>
      }
    >
      <form ref={ref} id="withdrawal" className={styles['form']} noValidate onSubmit={submit}>
        <p>
          {t('withdrawal.statement', {
            credits: t('credits.count', { count: credits }),
            date: utcDayOf(at),
            amount: moneyOf(amount, currency),
          })}
        </p>
        <dl className={styles['sums']}>
          <div>
            <dt>{t('withdrawal.name')}</dt>
            <dd>{me.profile.name}</dd>
          </div>
          <div>
            <dt>{t('withdrawal.email')}</dt>
            <dd>{me.email}</dd>
          </div>
        </dl>
        <WithdrawalSums withdrawal={shown} currency={currency} />
        <p className="small muted">
          {t('withdrawal.how')} {t('withdrawal.premium')}
        </p>
        {opened === null ? (
          <Note tone="warn" role="alert">
            <p>{t('withdrawal.changed')}</p>
          </Note>
        ) : null}
        <NeedsNetwork />
        <FormRefusal failure={failure} />
      </form>
    </Dialog>
  )
}
