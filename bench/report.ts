/**
 * The report of a run: figures, each ours beside its limit of the same run, as one Markdown table. Also the two statistics, which take
 * values in any order.
 */

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

export type MeasureResult = { figures: Figure[]; notes: string[] }

const ratioOf = ({ ours, limit }: Figure): number | null => (limit === null ? null : ours / limit.value)

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

const HEAD = ['figure', 'ours', 'beside', 'limit', 'ratio', 'target', 'met']

export const tableOf = (figures: readonly Figure[]): string => {
  const rows = figures.map(rowOf)
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isNumeric(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (isNumeric(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  return [line(HEAD), rule, ...rows.map(line)].join('\n')
}

const isNumeric = (column: number): boolean => column === 1 || column === 3 || column === 4

const rowOf = (figure: Figure): string[] => {
  const { what, ours, unit, limit, target } = figure
  const ratio = ratioOf(figure)
  const met = isMet(figure)
  return [
    what,
    `${readable(ours)} ${unit}`,
    limit?.what ?? '',
    limit === null ? '' : `${readable(limit.value)} ${unit}`,
    ratio === null ? '' : ratio.toFixed(2),
    target === null ? '' : `${target.kind === 'at least' ? '≥' : '≤'} ${target.ratio}`,
    met === null ? '' : met ? 'yes' : '**no**',
  ]
}

const readable = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
