/** The month by country and currency. Amounts of different currencies are never added. */
import type { MoneyMonth, MonthRow } from '#contract/desk/entities/money.ts'
import { MONTH_AMOUNTS } from '#contract/desk/entities/money.ts'
import { amountText, countryName, moneyText, shareText } from '../../format.ts'
import { numberText, t } from '../../texts.ts'
import { DataTable, Stats } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import tables from '../../ui/tables.module.css'

type Sum = MoneyMonth['sums'][number]

/** The totals of the currency with the most payments. The foot of the table has the totals of every currency. */
export const MonthStats = ({ sums }: { sums: readonly Sum[] }) => {
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

export const CountryTable = ({ rows, sums }: { rows: readonly MonthRow[]; sums: readonly Sum[] }) => (
  <Box
    title={t('month.byCountry')}
    className={tables['flush']}
    end={<span className="muted">{t('month.ownCurrency')}</span>}
  >
    <DataTable
      label={t('month.byCountry')}
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
      foot={sums.map((sum) => ({ key: sum.currency, cells: cellsOf(t('month.sum'), sum, '') }))}
    />
  </Box>
)

const rateText = ({ vat_percentage }: MonthRow): string =>
  vat_percentage === null ? '–' : shareText(vat_percentage / 100)

const cellsOf = (name: string, row: Sum, rate: string): string[] => {
  const [gross = '', refunds = '', chargebacks = '', ...others] = MONTH_AMOUNTS.map((amount) =>
    amountText(row[amount], row.currency),
  )
  return [name, row.currency, numberText(row.payments), gross, refunds, chargebacks, rate, ...others]
}
