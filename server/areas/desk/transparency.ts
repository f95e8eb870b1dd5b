/** The yearly transparency report, counted from the decisions [DESK-15]. */
import {
  EU_COUNTRIES,
  type ActiveMembers,
  type transparencyCalls,
  type TransparencyReport,
} from '#contract/desk/transparency.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { inTurn } from '../../turns.ts'
import { csvOf, exportReport } from './csv.ts'

const transparencyReport = async ({ read }: Pick<Deps, 'read'>, year: number): Promise<TransparencyReport> => {
  const period = { from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1) }
  const decisions = await read.transparency.decisions(period)
  const appeals = await read.transparency.appeals(period)
  return {
    year,
    decisions,
    decisions_total: decisions.reduce((sum, { total }) => sum + total, 0),
    decision_median_ms: medianOf(await read.transparency.decisionWaits(period)),
    letters: await read.transparency.letters(period),
    notice_median_ms: medianOf(await read.transparency.noticeWaits(period)),
    appeal_median_ms: medianOf(await read.transparency.appealWaits(period)),
    appeals: { ...appeals, waiting: appeals.received - appeals.upheld - appeals.dismissed },
    flags: await read.transparency.flags(period),
  }
}

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Each slice of members has a turn of the event loop for itself: a million take a second. */
const activeMembers = async ({ read, now }: Pick<Deps, 'read' | 'now'>): Promise<ActiveMembers> => {
  const at = now()
  const times = [at - 30 * DAY_MS, at - 183 * DAY_MS] as const
  const [month, half_year] = [
    { all: 0, eu: 0 },
    { all: 0, eu: 0 },
  ]
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    const slice = await inTurn(() => read.transparency.activeAfter(from, times, EU_COUNTRIES))
    month.all += slice.recent
    month.eu += slice.recentEu
    half_year.all += slice.early
    half_year.eu += slice.earlyEu
    after = slice.last
  }
  return { at, month, half_year }
}

/** One line a figure, so that the file of one year can be compared with that of another. */
const transparencyCsv = (report: TransparencyReport): string => {
  const { year, decisions, letters, appeals, flags } = report
  const rows: (readonly (string | number | null)[])[] = [
    ...decisions.flatMap(({ kind, reason, source, total, automatic }) => [
      ['decisions', kind, reason, source, 'total', total],
      ['decisions', kind, reason, source, 'automatic', automatic],
    ]),
    ...letters.flatMap(({ kind, reason, received, upheld, dismissed }) =>
      Object.entries({ received, upheld, dismissed }).map(([name, count]) => [kind, '', reason ?? '', '', name, count]),
    ),
    ...Object.entries(appeals).map(([name, count]) => ['appeals', '', '', '', name, count]),
    ...Object.entries(flags).map(([name, count]) => ['automatic checks', '', '', '', name, count]),
    ['decisions', '', '', '', 'median hours', hoursOf(report.decision_median_ms)],
    ['notices', '', '', '', 'median hours', hoursOf(report.notice_median_ms)],
    ['appeals', '', '', '', 'median hours', hoursOf(report.appeal_median_ms)],
  ]
  return csvOf(
    ['year', 'subject', 'kind', 'reason', 'source', 'figure', 'value'],
    rows.map((row) => [year, ...row]),
  )
}

const hoursOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 36_000) / 100)

export const transparencyRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof transparencyCalls> => ({
  'transparency.get': ({ params }) => transparencyReport(deps, params.year),
  'transparency.csv': ({ params: { year } }, staff) => {
    const csv = async () => transparencyCsv(await transparencyReport(deps, year))
    return exportReport(deps, staff, { transparency: year }, { name: `transparency-${year}.csv`, csv })
  },
  'transparency.members': () => activeMembers(deps),
})
