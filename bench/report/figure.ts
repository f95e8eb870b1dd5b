/** One line of the table: ours beside its limit, both from this run. Also the two statistics, which take values in any order. */

export type Bound = { kind: 'at least' | 'at most'; ratio: number }

export type Figure = {
  what: string
  ours: number
  unit: string
  /** The reference that our value is compared with, in the same unit; null if there is none. */
  limit: { what: string; value: number } | null
  /** Which ratio to the limit is the target; null where the figure only informs. */
  target: Bound | null
}

export type Measured = { figures: Figure[]; notes: string[] }

export const ratioOf = ({ ours, limit }: Figure): number | null => (limit === null ? null : ours / limit.value)

export const isMet = (figure: Figure): boolean | null => {
  const ratio = ratioOf(figure)
  if (ratio === null || figure.target === null) return null
  // A value that could not be measured has not met its target.
  if (Number.isNaN(ratio)) return false
  return figure.target.kind === 'at least' ? ratio >= figure.target.ratio : ratio <= figure.target.ratio
}

export const atLeast = (ratio: number): Bound => ({ kind: 'at least', ratio })
export const atMost = (ratio: number): Bound => ({ kind: 'at most', ratio })

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).toSorted()
  const middle = Math.floor(sorted.length / 2)
  const [below, above] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2
}
