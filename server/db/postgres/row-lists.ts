/**
 * Sends the rows of `lists.ts` as an array for each column. PostgreSQL reads arrays three times as fast as the same rows in JSON, which
 * was a tenth of its processor time for a group of messages.
 */
import { is, Param, type Query } from 'drizzle-orm'

/** The rows that `lists.ts` reads from a list. */
const ROWS = /\(select ([^()]*(?:\([^()]*\)[^()]*)*) from json_each\(\$(\d+)\)\) as item\b/g
const FIELD = /(cast\()?value ->> '\$\.(\w+)'(?: as bigint\))?/g

/** The other columns become additional parameters at the end, so that those of the statement keep their numbers. */
export const rowsByColumn = (query: Query): Query => {
  const params = [...query.params]
  const text = query.sql.replaceAll(ROWS, (_, fields: string, number: string) => {
    const place = Number(number) - 1
    const rows = params[place]
    if (!is(rows, Param)) throw new Error('A list of rows without its parameter')
    const columns = [...fields.matchAll(FIELD)].map(([, cast, name = ''], index) => {
      const type = cast ? 'bigint' : 'text'
      const at = index === 0 ? place : params.length
      params[at] = new Param(rows.value, { mapToDriverValue: (list: Row[]) => ARRAYS[type](list, name) })
      return { name: `"${name}"`, array: `cast($${at + 1} as ${type}[])` }
    })
    const [names, arrays] = [columns.map(({ name }) => name), columns.map(({ array }) => array)]
    return `unnest(${arrays.join(', ')}) as item(${names.join(', ')})`
  })
  return { ...query, sql: text, params }
}

type Row = Readonly<Record<string, string | number | null>>

/** PostgreSQL's text of an array with the values of one column. */
const arrayOf =
  (write: (value: string | number) => string) =>
  (rows: readonly Row[], name: string): string =>
    `{${rows.map((row) => (row[name] == null ? 'null' : write(row[name]))).join()}}`

const SPECIAL = /["\\]/

/** Few texts have special characters, and the search for them takes a tenth of the time of a replacement. */
const quoted = (value: string | number): string => {
  const text = String(value)
  return `"${SPECIAL.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`
}

const ARRAYS = { bigint: arrayOf(String), text: arrayOf(quoted) }
