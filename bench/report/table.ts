/** The figures as one Markdown table. */
import { isMet, ratioOf, type Figure } from './figure.ts'

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
