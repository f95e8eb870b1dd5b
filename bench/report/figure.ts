/** One line of the table: ours beside its limit, both from this run. */

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
