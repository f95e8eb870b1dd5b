/** The yearly transparency report, counted from the decisions [DESK-15]. */
import type { TransparencyReport } from '#contract/desk/entities/transparency.ts'
import type { Deps } from '../../deps.ts'

export const transparencyReport = async ({ read }: Pick<Deps, 'read'>, year: number): Promise<TransparencyReport> => {
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
    appeals: { ...appeals, waiting: appeals.received - appeals.upheld - appeals.dismissed },
    flags: await read.transparency.flags(period),
  }
}

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
