/** One payment: its items and status, the withdrawal from it, and its invoice [PAY-11]. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { Payment, Withdrawal } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { isOpen } from '#contract/rules/payment-state.ts'
import { href } from '../../shell/routes.ts'
import { moneyOf, percentOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer, useResource } from '../../state/resource.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { methodName } from '../credits/payment-methods.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { ListSkeleton, TransactionsError } from './transactions-error.tsx'
import { stateIcon, stateText, receiptTime } from './state-words.ts'
import styles from './transactions.module.css'
import { WithdrawalSection } from './withdrawal.tsx'

export const PaymentDetail = ({ me, id }: { me: User; id: string }) => {
  useSignals()
  const { data, error, refresh } = useResource('transactions.get', { params: { id } })
  if (data === null && error?.error === 'not_found')
    return (
      <EmptyState title={t('transactions.unknown')} text={t('transactions.unknownText')} picture="none">
        <LinkButton href={href('transactions')}>{t('transactions.back')}</LinkButton>
      </EmptyState>
    )
  if (data === null) return error ? <TransactionsError error={error} onRetry={refresh} /> : <ListSkeleton />
  const { payment, invoice, withdrawal } = data
  return (
    <>
      <Link href={href('transactions')} className={styles['back']}>
        <Icon name="chevron-left" size={20} />
        {t('transactions.back')}
      </Link>
      <Facts payment={payment} due={refundDue(payment, withdrawal)} />
      {payment.failure === 'discount_used' ? (
        <Note>
          <p>
            {payment.refund_refused
              ? t('transactions.refundRefused')
              : t('pay.discountTwice', { amount: moneyOf(payment.amount, payment.currency) })}
          </p>
        </Note>
      ) : null}
      {payment.finding_out ? <p>{t('pay.findingOutText')}</p> : null}
      {isOpen(payment.status) ? (
        <LinkButton
          href={`${href('credits-id-paymentmethod', { id: payment.credits, paymentmethod: payment.method })}?payment=${id}`}
        >
          {t('transactions.goOn')}
        </LinkButton>
      ) : null}
      {withdrawal ? (
        <WithdrawalSection
          me={me}
          payment={payment}
          withdrawal={withdrawal}
          onStale={refresh}
          onDone={(done) => putAnswer('transactions.get', { params: { id } }, { ...data, ...done })}
        />
      ) : null}
      {invoice ? <InvoiceSheet invoice={invoice} /> : null}
    </>
  )
}

/** The amount of a refund before the provider has confirmed any of it. */
const refundDue = ({ refunded, refund_refused, failure, amount }: Payment, withdrawal: Withdrawal | null): number => {
  if (refunded > 0 || refund_refused) return 0
  return failure === 'discount_used' ? amount : withdrawal?.declared_at != null ? withdrawal.refund : 0
}

const Facts = ({ payment, due }: { payment: Payment; due: number }) => {
  const { payment_id: id, status, credits, amount, currency, method, discount, repeated } = payment
  const facts: [string, string][] = [
    [t('transactions.amount'), moneyOf(amount, currency)],
    ...(payment.refunded > 0
      ? [[t('transactions.paidBack'), moneyOf(payment.refunded, currency)] as [string, string]]
      : []),
    ...(due > 0 ? [[t('transactions.onItsWay'), moneyOf(due, currency)] as [string, string]] : []),
    ...(discount
      ? [[t('transactions.discount'), discountText(discount.code, discount.value_percentage)] as [string, string]]
      : []),
    [
      t(isPaidOnce(status) ? 'transactions.method' : 'transactions.methodUnpaid'),
      repeated ? `${methodName(method)}, ${t('transactions.repeated')}` : methodName(method),
    ],
    [t('transactions.number'), id],
  ]
  return (
    <section className={styles['section']} aria-labelledby="payment-title">
      <h2 id="payment-title">{t('credits.count', { count: credits })}</h2>
      <History payment={payment} />
      <dl className={styles['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The start of the payment, and the time of its current status. */
const History = ({ payment }: { payment: Payment }) => {
  const { status, created_at: begun, changed_at: changed } = payment
  return (
    <ol className={styles['history']} aria-label={t('transactions.history')}>
      {status === 'created' ? null : (
        <li>
          <Icon name="clock" size={18} />
          {t('transactions.begunAt', { time: receiptTime(begun) })}
        </li>
      )}
      <li className="strong">
        <Icon name={stateIcon(status)} size={18} />
        {t('transactions.at', { state: stateText(payment), time: receiptTime(changed) })}
      </li>
    </ol>
  )
}

const isPaidOnce = (status: Payment['status']): boolean =>
  status === 'completed' || status === 'refunded' || status === 'charged_back'

const discountText = (code: string, percentage: number): string =>
  t('transactions.discountOf', { percent: percentOf(percentage), code })
