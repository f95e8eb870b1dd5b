/** All purchases and spent credits [PAY-11]: the list, or with an id one payment. */
import type { User } from '#contract/entities/user.ts'
import { PaymentDetail } from './payment-detail.tsx'
import styles from './transactions.module.css'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { LedgerEntry, Payment } from '#contract/entities/money.ts'
import { serverNow } from '../../ports/clock.ts'
import { href, moneyRouteOf } from '../../shell/routes.ts'
import { dayOf, moneyOf, signedOf, timeOf } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Rows } from '../../ui/rows.tsx'
import { UnknownPaymentNote } from '../credits/pay-notes.tsx'
import { readUnknownPayment } from '../credits/purchase-storage.ts'
import { ListSkeleton, TransactionsError } from './transactions-error.tsx'
import { reasonIcon, entryReasonText, stateIcon, stateText } from './state-words.ts'
import { useTransactions, ledgerDays } from './use-transactions.ts'

export const TransactionsScreen = ({ me, id }: { me: User; id: string | undefined }) => (
  <ScreenColumn gap="large" className={styles['screen']}>
    {id === undefined ? <TransactionList me={me} /> : <PaymentDetail key={id} me={me} id={id} />}
  </ScreenColumn>
)

/** The payments with their status, and under them every ledger entry with its reason [PAY-1], [PAY-11]. */

const TransactionList = ({ me }: { me: User }) => {
  useSignals()
  const { payments, entries, hasMore, error, loadingMore, moreFailed, more, refresh } = useTransactions()
  if (payments === null || entries === null) {
    const unknown = readUnknownPayment()
    return error ? (
      <>
        {unknown === null ? null : <UnknownPaymentNote id={null} />}
        <TransactionsError error={error} onRetry={refresh} />
      </>
    ) : (
      <ListSkeleton />
    )
  }
  if (payments.length === 0 && entries.length === 0)
    return (
      <EmptyState title={t('transactions.none')} text={t('transactions.noneText')}>
        <LinkButton href={href(moneyRouteOf(me))}>{t('transactions.toPrices')}</LinkButton>
      </EmptyState>
    )
  return (
    <>
      {payments.length > 0 ? <Payments payments={payments} /> : null}
      <section className={styles['section']} aria-labelledby="ledger-title">
        <div className={styles['head']}>
          <h2 id="ledger-title">{t('transactions.ledger')}</h2>
          <span className="small muted num">
            {t('credits.count', { count: me.credits + (me.credits_waiting ?? 0) })}
          </span>
        </div>
        <Ledger entries={entries} />
        {hasMore ? (
          <MoreButton label={t('transactions.more')} loading={loadingMore} failed={moreFailed} more={more} />
        ) : null}
      </section>
    </>
  )
}

const Payments = ({ payments }: { payments: readonly Payment[] }) => (
  <section className={styles['section']} aria-labelledby="payments-title">
    <h2 id="payments-title">{t('transactions.payments')}</h2>
    <Rows>
      {payments.map((payment) => (
        <PaymentRow key={payment.payment_id} payment={payment} />
      ))}
    </Rows>
  </section>
)

const PaymentRow = ({ payment }: { payment: Payment }) => {
  const { payment_id: id, status, credits, amount, currency, created_at: at } = payment
  return (
    <Link href={href('transactions', { id })} className={styles['payment']}>
      <Icon name={stateIcon(status)} size={22} />
      <span className={styles['words']}>
        <span className="strong num">{t('credits.count', { count: credits })}</span>
        <span className={styles['under']}>
          {stateText(payment)} · {timeOf(at, serverNow())}
        </span>
      </span>
      <span className={styles['price']}>{moneyOf(amount, currency)}</span>
      <Icon name="chevron-right" size={20} />
    </Link>
  )
}

const Ledger = ({ entries }: { entries: readonly LedgerEntry[] }) =>
  ledgerDays(entries).map(({ at, entries: ofDay }) => (
    <section key={at} className={styles['day']} aria-label={dayOf(at)}>
      <h3 className={styles['date']} aria-hidden="true">
        {dayOf(at)}
      </h3>
      <ul className={styles['entries']}>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ))

const Entry = ({ entry }: { entry: LedgerEntry }) => {
  const { at, amount, balance, reason, profile } = entry
  return (
    <li className={styles['entry']}>
      <Icon name={reasonIcon(reason)} size={22} />
      <span className={styles['words']}>
        <span className={styles['what']}>
          <EntryLink entry={entry} />
          {profile?.fictional === true ? <FictionalMark /> : null}
        </span>
        <span className={styles['under']}>
          {clockTime(at)} · {t('transactions.after', { count: balance })}
        </span>
      </span>
      <span className={amount > 0 ? styles['plus'] : styles['minus']}>{signedOf(amount)}</span>
    </li>
  )
}

/** Links to the partner, or to the payment. */
const EntryLink = ({ entry }: { entry: LedgerEntry }) => {
  const { profile, payment_id: payment } = entry
  const words = entryReasonText(entry)
  if (profile) return <Link href={href('members-id', { id: profile.id })}>{words}</Link>
  return payment === null ? words : <Link href={href('transactions', { id: payment })}>{words}</Link>
}

const clockTime = (at: number): string =>
  new Intl.DateTimeFormat(locale.value, { timeStyle: 'short', hourCycle: 'h23' }).format(at)
