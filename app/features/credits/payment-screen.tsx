/** The status of a payment [PAY-5], from the return of the payer until it is settled; a reload changes nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Payment } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { call } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormRefusal } from '../../ui/form-notes.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { drafts } from '../../state/drafts.ts'
import styles from './payment-results.module.css'
import { methodName } from './payment-methods.tsx'
import { progressAt } from './payment-phase.ts'
import { CompletedPayment, FailedPayment, ReversedPayment, StatusView } from './payment-results.tsx'
import { conversationOfPath, readReturnPlace } from './purchase-storage.ts'
import { usePayment, type FollowedPayment } from './use-payment.ts'
import { useAction } from '../../ui/use-form.ts'

type Props = { me: User; /** The id of the payment, and of its package. */ payment: string; pack: string }

export const PaymentScreen = ({ me, payment: id, pack }: Props) => {
  const followed = usePayment(id)
  return (
    <ScreenColumn aria-live="polite">
      <PaymentState followed={followed} me={me} pack={pack} />
    </ScreenColumn>
  )
}

const PaymentState = ({ followed, me, pack }: { followed: FollowedPayment; me: User; pack: string }) => {
  const { phase, payment, waited } = followed
  if (phase === 'completed' && payment) return <CompletedHere payment={payment} me={me} />
  if (phase === 'failed' && payment) return <FailedPayment payment={payment} pack={pack} />
  if (phase === 'undone' && payment) return <ReversedPayment payment={payment} />
  if (phase === 'finding_out') return <FindingOut />
  if (phase === 'offline')
    return (
      <StatusView icon="offline" title={t('pay.offline')} text={[t('pay.offlineText')]}>
        <TransactionsLink />
      </StatusView>
    )
  if (phase === 'unknown')
    return (
      <StatusView icon="info" title={t('pay.unknown')} text={[t('pay.unknownText')]}>
        <LinkButton href={href('credits')}>{t('pay.toPackages')}</LinkButton>
      </StatusView>
    )
  if (phase === 'pending' && payment) return <Pending payment={payment} take={followed.take} />
  // The screen keeps asking. A payer who reads only of an error might pay once more.
  if (phase === 'unclear')
    return (
      <StatusView icon="clock" title={t('pay.unclear')} text={[t('pay.unclearText')]}>
        <TransactionsLink />
      </StatusView>
    )
  return <Progress waited={waited} />
}

const CompletedHere = ({ payment, me }: { payment: Payment; me: User }) => {
  const back = readReturnPlace()
  const conversation = back && conversationOfPath(back.path, me.id)
  const waiting = conversation === null ? '' : drafts.read(me.id, conversation)
  return <CompletedPayment payment={payment} credits={me.credits} back={back} waiting={waiting} />
}

/** The charge may have been made: offer nothing that could charge again. */
const FindingOut = () => {
  useSignals()
  const isOffline = !connection.value.online
  return (
    <StatusView
      icon={isOffline ? 'offline' : 'clock'}
      title={t('pay.findingOut')}
      text={[t('pay.findingOutText'), ...(isOffline ? [t('pay.findingOutOffline')] : [])]}
    >
      <TransactionsLink />
    </StatusView>
  )
}

/** This screen has no tabs, so each state without another step leads somewhere. */
const TransactionsLink = () => (
  <LinkButton kind="quiet" href={href('transactions')}>
    {t('credits.transactions')}
  </LinkButton>
)

/** The payment is processing; a payer who has not paid yet can continue or cancel. */
const Pending = ({ payment, take }: Pick<FollowedPayment, 'take'> & { payment: Payment }) => {
  useSignals()
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('payments.cancel', { params: { id: payment.payment_id } })
    return answer.ok ? take(answer.data.payment) : answer.error
  })
  const { checkout_url: checkout } = payment
  return (
    <StatusView
      icon="clock"
      title={t('pay.pending')}
      text={[t('pay.pendingText', { method: methodName(payment.method) })]}
    >
      <FormRefusal failure={failure} />
      {checkout === null ? null : (
        <>
          {/* A page of the payment provider, so it needs a plain link instead of the router's. */}
          <a href={checkout} className={styles['goOn']}>
            {t('pay.goOn')}
          </a>
          <Button kind="quiet" plain disabled={busy || !connection.value.online} onClick={() => void run()}>
            {t('pay.cancel')}
          </Button>
        </>
      )}
      <LinkButton kind="quiet" href={href('transactions', { id: payment.payment_id })}>
        {t('credits.transactions')}
      </LinkButton>
    </StatusView>
  )
}

/** §9 The provider's answer may arrive any moment: progress over the time of a page [SHELL-15]. */
const Progress = ({ waited }: { waited: number }) => (
  <div className={styles['status']}>
    <p role="status">{t('pay.loading')}</p>
    <progress className={styles['progress']} aria-label={t('pay.progress')} max={1} value={progressAt(waited)} />
  </div>
)
