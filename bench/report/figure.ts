/** One line of the table: ours beside its limit, both from this run. */

export type Bound = { kind: 'at least' | 'at most'; ratio: number }

export type Figure = {
  what: string
  ours: number
  unit: string
  /** What ours is held against, and its value in the same unit; null where there is nothing to hold it against. */
  limit: { what: string; value: number } | null
  /** Which ratio to the limit is the target; null where the figure only informs. */
  target: Bound | null
}

export type Measured = { figures: Figure[]; notes: string[] }

export const ratioOf = ({ ours, limit }: Figure): number | null => (limit === null ? null : ours / limit.value)

export const isMet = (figure: Figure): boolean | null => {
  const ratio = ratioOf(figure)
  if (ratio === null || figure.target === null) return null
  // What was not measured has not met its target.
  if (Number.isNaN(ratio)) return false
  return figure.target.kind === 'at least' ? ratio >= figure.target.ratio : ratio <= figure.target.ratio
}

export const atLeast = (ratio: number): Bound => ({ kind: 'at least', ratio })
export const atMost = (ratio: number): Bound => ({ kind: 'at most', ratio })
