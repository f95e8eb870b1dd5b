/** A table as a CSV file. */
const isNumber = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell)

/** A text that begins like a formula gets an apostrophe, so that a spreadsheet does not run it. */
const cellOf = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t]/.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvOf = (head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

export const csvResponse = (name: string, csv: string): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
