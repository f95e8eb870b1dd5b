/** Reports of the desk as CSV files. */
import type { Json } from '#contract/desk/audit.ts'
import type { Deps } from '../../deps.ts'

const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell)

/** The first characters that make a spreadsheet run a cell as a formula, also after a blank or in full width. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/

/** A text that begins like a formula gets an apostrophe, so that a spreadsheet does not run it. */
const cellOf = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/**
 * Logs the export of a report, and then answers it as a file [DESK-3].
 * @param about the report and its time, for the audit
 */
export const exportReport = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  { id: staff }: { id: number },
  about: Json,
  file: { name: string; csv: () => Promise<string> },
): Promise<Response> => {
  const at = now()
  await write((tx) => tx.audit.add({ staff, act: 'report.export', after: about, at }))
  return csvResponse(file.name, await file.csv())
}

const csvResponse = (name: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
