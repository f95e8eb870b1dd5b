/**
 * Compiles the queries, which are built for SQLite, for PostgreSQL. Everything that differs between the two once and for
 * all is here; functions that PostgreSQL lacks are in `migrate.ts`.
 */
import { getTableColumns, is, Param, sql, type Query, type SQL } from 'drizzle-orm'
import { SQLiteAsyncDialect, SQLiteColumn } from 'drizzle-orm/sqlite-core'

type Insert = Parameters<SQLiteAsyncDialect['buildInsertQuery']>[0]

const DEFAULT = sql`default`

export class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(index: number): string {
    return `$${index + 1}`
  }

  override sqlToQuery(sequel: SQL, source?: 'indexes'): Query {
    const query = super.sqlToQuery(sequel, source)
    return rowsByColumn({ ...query, sql: translate(query.sql) })
  }

  /** SQLite numbers a row whose id is null; PostgreSQL does for `default`. */
  override buildInsertQuery(config: Insert): SQL {
    const { table, values, select } = config
    if (select === true || !Array.isArray(values)) return super.buildInsertQuery(config)
    const numbered = Object.entries(getTableColumns(table)).filter(([, column]) => isNumbered(column))
    const filled = values.map((row) => ({
      ...row,
      ...Object.fromEntries(numbered.filter(([name]) => row[name] === undefined).map(([name]) => [name, DEFAULT])),
    }))
    return super.buildInsertQuery({ ...config, values: filled })
  }
}

/** Whether the database numbers the rows of a table by this column. */
export const isNumbered = (column: unknown): boolean =>
  column instanceof SQLiteColumn && 'autoIncrement' in column && column.autoIncrement === true

/** A union of two ordered walks of which the first rows are read. */
const UNION =
  /\((\s*select (?:[^()]|\([^()]*\))*?) union all ((?:[^()]|\([^()]*\))*?)\s+(order by [\w ,]+ limit \$\d+)\) as\b/g

/**
 * SQLite hands on the rows of such a union in their order. PostgreSQL may lose it at a join, so the statement names it once more; nothing is
 * sorted where the plan has kept it.
 */
const inTheirOrder = (text: string): string => {
  const [order] = (new RegExp(UNION.source).exec(text)?.[3] ?? '').split(' limit ')
  return order ? text.replace(/ limit \$\d+$/, (limit) => ` ${order}${limit}`) : text
}

export const translate = (text: string): string =>
  inTheirOrder(text)
    // SQLite merges the two walks row by row; PostgreSQL does so only if each is ordered and limited by itself. It would sort them whole.
    .replaceAll(UNION, '(select * from ($1 $3) as one union all select * from ($2 $3) as other $3) as')
    // PostgreSQL overwrites nothing: a vacuum frees the place of deleted rows.
    .replace(/^pragma secure_delete = \w+$/, 'select 1')
    // The id of a row that is not built by the query builder is null too.
    .replace(/^(insert into "\w+" \([^)]*\)) (select |values \()null,/, '$1 overriding user value $2null,')
    // Conflict targets are plain column names.
    .replaceAll(/on conflict \(([^)]*)\)/g, (_, names: string) => `on conflict (${names.replaceAll(/"\w+"\./g, '')})`)
    // A plus sign hides a column or a value from SQLite's planner.
    .replaceAll(/(^|[\s(,])\+(?=[$\w"])/g, '$1')
    // PostgreSQL picks its indexes itself.
    .replaceAll(/ indexed by \w+/g, '')
    // Lists in one value.
    .replaceAll('json_group_array(', 'json_agg(')
    .replaceAll('json_array(', 'json_build_array(')
    // SQLite keeps the order of a cross join; PostgreSQL allows no condition on one.
    .replaceAll(/\bcross join (?=[\w"]+(?: (?:as )?\w+)? on )/g, 'join ')

/** The rows that `lists.ts` reads from a list. */
const ROWS = /\(select ([^()]*(?:\([^()]*\)[^()]*)*) from json_each\(\$(\d+)\)\) as item\b/g
const FIELD = /(cast\()?value ->> '\$\.(\w+)'(?: as bigint\))?/g

/**
 * Sends the rows of `lists.ts` as an array for each column. PostgreSQL reads arrays three times as fast as the same rows in JSON, which
 * was a tenth of its processor time for a group of messages. The other columns become additional parameters at the end, so that
 * those of the statement keep their numbers.
 */
const rowsByColumn = (query: Query): Query => {
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
