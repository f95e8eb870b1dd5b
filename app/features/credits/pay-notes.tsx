/** Notes about a payment that cannot start: no network, another price, a refusal. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { ErrorLines, FailedRead } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { dayOf, moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './credits.module.css'
import type { Order } from './order.ts'
import type { Paying } from './use-paying.ts'

type Props = {
  outcome: Paying['outcome']
  order: Order
  /** The price when it was first shown here. */
  before: number
}

/** Scrolls to the reason of a tap that bought nothing: a phone has it far below the order, behind the bar of the button. */
export const PayNotes = (props: Props) => {
  const { outcome } = props
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) note.current?.scrollIntoView({ block: 'center' })
  }, [outcome])
  return (
    <div ref={note} className={styles['aside']}>
      <PayNote {...props} />
    </div>
  )
}

export const PayNote = ({ outcome, order, before }: Props) => {
  useSignals()
  if (!connection.value.online)
    return (
      <Note icon="offline" role="status">
        <p>{t('pay.needsNetwork')}</p>
      </Note>
    )
  if (outcome?.kind === 'unsure')
    return (
      <Note tone="warn" role="alert">
        <p>{t('pay.unsure')}</p>
      </Note>
    )
  if (outcome?.kind === 'have_more')
    return (
      <Note tone="warn" role="alert">
        <p>{t('pay.haveMore', { credits: t('credits.count', { count: outcome.credits }) })}</p>
      </Note>
    )
  if (outcome?.kind === 'refused' && outcome.error.error === 'payment_unknown')
    return <UnknownPaymentNote id={outcome.error.payment ?? null} role="alert" />
  if (outcome?.kind === 'refused')
    return (
      <Note tone="bad" role="alert">
        <ErrorLines error={outcome.error} />
      </Note>
    )
  if (order.price === before) return null
  return (
    <Note tone="warn" role="alert">
      <p>
        {t('pay.priceChanged', {
          credits: t('credits.count', { count: order.credits }),
          price: moneyOf(order.price, order.currency),
          before: moneyOf(before, order.currency),
        })}
      </p>
    </Note>
  )
}

/** Said before anything is chosen: every order would be refused. */
export const BuyingStopped = () => (
  <Note tone="warn">
    <ErrorLines error={{ error: 'buying_stopped' }} />
  </Note>
)

/** A transfer may take days, and a payer who comes back for the credits would pay once more. */
export const PendingNote = () => {
  const { data } = useResource('transactions.list', { query: {} })
  const pending = data?.payments.find(isBeingProcessed)
  return pending ? (
    <Note icon="clock">
      <p>
        {t('pay.alreadyPending', {
          amount: moneyOf(pending.amount, pending.currency),
          day: dayOf(pending.created_at),
        })}
      </p>
      <LinkButton kind="quiet" small className="flush" href={href('transactions', { id: pending.payment_id })}>
        {t('transactions.goOn')}
      </LinkButton>
    </Note>
  ) : null
}

/** The payer has done everything: one who has not can still leave the payment, and nothing is charged. */
const isBeingProcessed = ({ status, checkout_url: checkout }: Payment): boolean =>
  status === 'pending' && checkout === null

/** No order is possible while the outcome of a payment is unknown; the note links to that payment. */
export const UnknownPaymentNote = ({ id, role }: { id: string | null; role?: 'alert' }) => (
  <Note tone="warn" icon="clock" {...(role ? { role } : {})}>
    <p>{t('error.payment_unknown')}</p>
    {id === null ? null : (
      <LinkButton kind="quiet" small className="flush" href={href('transactions', { id })}>
        {t('transactions.goOn')}
      </LinkButton>
    )}
  </Note>
)

/** The disclosure shown before every purchase [PAY-13]. */
export const FictionNote = () => (
  <Note tone="fiction" className={styles['aside']}>
    <p>
      <b>{t('credits.fictionalTitle')}</b> {t('credits.fictionalText')}
    </p>
  </Note>
)

type NoPricesProps = { error: ErrorBody; retry: () => Promise<void> }

/** Shown when the price list is missing: the reason and a retry. */
export const NoPrices = ({ error, retry }: NoPricesProps) => (
  <FailedRead error={error} offlineText={t('credits.offline')} reason={reasonOf(error)} onRetry={retry} />
)

/** A suspended account has no prices, so nothing has failed. */
const reasonOf = (error: ErrorBody): string =>
  error.error === 'account_suspended' ? errorText(error) : `${t('credits.failed')} ${errorText(error)}`
