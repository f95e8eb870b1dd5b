/** A month of money: by country and currency, with the provider's settlements and the unspent credits [DESK-12]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  MONTH_AMOUNTS,
  type MoneyMonth,
  type MonthRow,
  type Settlement,
  type SettlementDifference,
} from '#contract/desk/books.ts'
import { call, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { download } from '../../download.ts'
import {
  amountText,
  countryName,
  moneyText,
  monthAfter,
  monthOf,
  monthText,
  shareText,
  utcDayText,
} from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { numberText, t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { Stats, TableBox } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box, Empty, Facts, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import tables from '../../ui/data-table.module.css'
import { useCall } from '../../use-call.ts'
import { ImportDialog, isBookable, Settlements } from './settlements.tsx'
import styles from './money.module.css'

export const MonthScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const current = monthOf(now.value)
  const asked = new URLSearchParams(useSearch()).get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) && asked <= current ? asked : current
  const read = useCall('money.month', { params: { month } })
  const { data, reload } = read
  const [isImporting, setImporting] = useState(false)
  const show = (next: string): void => {
    if (next <= current) navigate(next === current ? '/money' : `/money?month=${next}`, { replace: true })
  }
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)]
  const firstBookable = data?.settlements.flatMap(({ differences }) => differences).find(isBookable)
  const save = (): Promise<void> => download('money.month_csv', { params: { month } }, `money-${month}.csv`)
  const book = async (difference: SettlementDifference): Promise<void> => {
    if (difference.payment === null) return
    const answer = await call('money.read_payment', { params: { payment: difference.payment } })
    showToast(answer.ok ? t('month.asked') : failureText(answer.failure))
    if (answer.ok) reload()
  }
  useKeys([
    { keys: ['[', ']'], text: 'key.month', run: (key) => show(key === '[' ? before : after) },
    { keys: ['d'], text: 'key.csv', run: () => void save() },
    ...(firstBookable ? [{ keys: ['b'], text: 'key.book' as const, run: () => void book(firstBookable) }] : []),
    { keys: ['i'], text: 'key.import', run: () => setImporting(true) },
  ])
  return (
    <>
      <Head title={t('month.title')}>
        <Tag icon="calendar">{monthText(month)}</Tag>
      </Head>
      <Main>
        <div className={tables['bar']}>
          <DeskButton kind="second" keys="[" icon="chevron-left" onClick={() => show(before)}>
            {monthText(before)}
          </DeskButton>
          <DeskButton kind="second" keys="]" disabled={after > current} onClick={() => show(after)}>
            {monthText(after)}
          </DeskButton>
          {data ? <State data={data} isOver={month < current} /> : null}
          <span className={tables['push']}>
            <DeskButton kind="second" keys="i" onClick={() => setImporting(true)}>
              {t('month.import')}
            </DeskButton>
            <DeskButton kind="second" icon="download" keys="d" onClick={() => void save()}>
              {t('month.csv')}
            </DeskButton>
          </span>
        </div>
        <ReadState read={read} />
        {data ? <Month data={data} onBook={(difference) => void book(difference)} /> : null}
      </Main>
      {isImporting ? (
        <ImportDialog
          onClose={() => setImporting(false)}
          onDone={(settlements) => {
            setImporting(false)
            const differing = settlements.filter(hasDifference).length
            showToast(t('month.imported', { count: settlements.length, differing }))
            reload()
          }}
        />
      ) : null}
    </>
  )
}

const hasDifference = ({ differences }: Settlement): boolean => differences.length > 0

const State = ({ data, isOver }: { data: MoneyMonth; isOver: boolean }) => {
  const differences = data.settlements.reduce((sum, one) => sum + one.differences.length, 0)
  if (differences > 0)
    return (
      <Tag tone="warn" icon="warning">
        {t('month.differences', { count: differences })}
      </Tag>
    )
  return isOver ? null : <Tag icon="clock">{t('month.running')}</Tag>
}

const Month = ({ data, onBook }: { data: MoneyMonth; onBook: (difference: SettlementDifference) => void }) => (
  <div className={styles['stack']}>
    {data.rows.length === 0 ? (
      <Empty icon="coins" title={t('month.none', { month: monthText(data.month) })} text={t('month.noneText')} />
    ) : (
      <>
        <MonthStats sums={data.sums} />
        <CountryTable rows={data.rows} sums={data.sums} />
      </>
    )}
    <div className={styles['pair']}>
      <Settlements data={data} onBook={onBook} />
      <UnspentBox month={data.month} />
    </div>
  </div>
)

/** The credits that members had not spent at the end of the month. */
const UnspentBox = ({ month }: { month: string }) => {
  const { data, failure } = useCall('money.unspent', { params: { month } })
  return (
    <Box title={data ? t('unspent.titleAt', { date: utcDayText(data.at) }) : t('unspent.title')}>
      {data === null && failure === null ? <p className="muted">{t('frame.loading')}</p> : null}
      {failure ? <p>{failureText(failure)}</p> : null}
      {data ? (
        <Facts
          facts={[
            [t('unspent.credits'), numberText(data.credits)],
            ...data.bought.map(({ currency, credits, sold_for }): [string, string] => [
              t('unspent.bought', { currency }),
              t('unspent.soldFor', { credits, amount: moneyText(sold_for, currency) }),
            ]),
            [t('unspent.old'), numberText(data.old)],
            [t('unspent.free'), numberText(data.free)],
            [t('unspent.goodwill'), numberText(data.goodwill)],
          ]}
        />
      ) : null}
    </Box>
  )
}

type Sum = MoneyMonth['sums'][number]

/** The totals of the currency with the most payments. The foot of the table has the totals of every currency. */
const MonthStats = ({ sums }: { sums: readonly Sum[] }) => {
  const [first] = sums.toSorted((one, other) => other.payments - one.payments)
  return first ? <Stats stats={statsOf(first)} /> : null
}

const statsOf = ({ currency, payments, gross, refunds, chargebacks, vat, net, fees }: Sum) => {
  const returned = refunds + chargebacks
  const ofGross = (amount: number): string =>
    gross === 0 ? '' : t('month.ofGross', { share: shareText(Math.abs(amount) / gross) })
  return [
    { name: t('month.gross'), value: moneyText(gross, currency), note: t('month.payments', { count: payments }) },
    { name: t('month.back'), value: moneyText(returned, currency), note: ofGross(returned) },
    { name: t('month.vat'), value: moneyText(vat, currency), note: t('month.vatNote') },
    { name: t('month.fees'), value: moneyText(fees, currency), note: ofGross(fees) },
    { name: t('month.net'), value: moneyText(net - fees, currency), note: t('month.netNote') },
  ]
}

const CountryTable = ({ rows, sums }: { rows: readonly MonthRow[]; sums: readonly Sum[] }) => (
  <TableBox
    title={t('month.byCountry')}
    note={t('month.ownCurrency')}
    columns={[
      { name: t('month.country') },
      { name: t('month.currency') },
      { name: t('month.paymentsColumn'), isNumber: true },
      { name: t('month.gross'), isNumber: true },
      { name: t('month.refunds'), isNumber: true },
      { name: t('month.chargebacks'), isNumber: true },
      { name: t('month.vatRate'), isNumber: true },
      { name: t('month.vat'), isNumber: true },
      { name: t('month.netColumn'), isNumber: true },
      { name: t('month.fees'), isNumber: true },
    ]}
    rows={rows.map((row) => ({
      key: `${row.country} ${row.currency} ${row.vat_percentage}`,
      cells: cellsOf(countryName(row.country), row, rateText(row)),
    }))}
    foot={sums.map((sum) => ({ key: sum.currency, cells: cellsOf(t('month.sum'), sum, '–') }))}
  />
)

const rateText = ({ vat_percentage }: MonthRow): string =>
  vat_percentage === null ? '–' : shareText(vat_percentage / 100)

const cellsOf = (name: string, row: Sum, rate: string): string[] => {
  const [gross = '', refunds = '', chargebacks = '', ...others] = MONTH_AMOUNTS.map((amount) =>
    amountText(row[amount], row.currency),
  )
  return [name, row.currency, numberText(row.payments), gross, refunds, chargebacks, rate, ...others]
}
