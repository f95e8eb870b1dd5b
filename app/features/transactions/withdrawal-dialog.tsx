/** The second step of a withdrawal: the declaration, the refund, and the button that confirms it [PAY-11]. */
import { useState } from 'react'
import type { Payment, Withdrawal } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { call } from '../../ports/api.ts'
import { dayOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { useForm } from '../../ui/use-form.ts'
import { moneyOf } from '../credits/money.ts'
import styles from './transactions.module.css'
import type { Withdrawn } from './withdrawal-section.tsx'
import { WithdrawalSums } from './withdrawal-sums.tsx'

type Props = {
  me: User
  payment: Payment
  withdrawal: Withdrawal
  onStale: () => Promise<void>
  onDone: (done: Withdrawn) => void
  onClose: () => void
}

export const WithdrawalDialog = ({ me, payment, withdrawal, onStale, onDone, onClose }: Props) => {
  // The values shown stay fixed while the dialog is open; null once the server has refused them as outdated.
  const [opened, setOpened] = useState<Withdrawal | null>(withdrawal)
  const shown = opened ?? withdrawal
  const { ref, busy, failure, submit } = useForm(async () => {
    const { refund } = shown
    const answer = await call('transactions.withdraw', { params: { id: payment.payment_id }, body: { refund } })
    if (answer.ok) {
      if (!answer.queued) onDone(answer.data)
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
            date: dayOf(at),
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
