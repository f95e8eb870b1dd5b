/** The two statistics of the table. Both take values in any order. */

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
