/** Lists as one parameter, a JSON text: a prepared statement has a fixed number of parameters. */
import { sql, type Placeholder, type SQL } from 'drizzle-orm'

type Columns = Readonly<Record<string, 'bigint' | 'text'>>
type Row<Of extends Columns> = { readonly [Name in keyof Of]: string | number | null }

/** The rows of a list in a statement. */
type Item<Of extends Columns> = {
  /** The rows as the table `item`. */
  rows: SQL
  /** A column of the present row. */
  of: (name: keyof Of & string) => SQL
  /** The rows to insert: one for each row of the list. */
  values: (columns: SQL) => SQL
  /** Joins the rows to an update. */
  join: (update: { from: (rows: SQL) => unknown }) => void
}

/** Up to this length, SQLite is faster with a statement for each row than with a list as JSON. */
const FEW = 8

type Ask<Answer> = (values: Record<string, unknown>) => Promise<Answer>

/**
 * A short list is written row by row, a longer one as one JSON text.
 * @param merge makes one answer of those of the rows
 */
const overRows = <const Of extends Columns, Answer>(
  columns: Of,
  prepare: (item: Item<Of>) => Ask<Answer>,
  merge: (answers: Answer[]) => Answer,
) => {
  const [one, many] = [prepare(oneRow(columns)), prepare(rowsInJson(columns))]
  return (rows: readonly Row<Of>[]): Promise<Answer> => {
    const [first] = rows
    if (first !== undefined && rows.length === 1) return one(first)
    if (rows.length > FEW) return many({ rows })
    const sent = rows.map(one)
    return areAnswers(sent) ? (merge(sent) as never) : Promise.all(sent).then(merge)
  }
}

/**
 * SQLite answers a statement at once, and what looks like a promise of the answer is the answer. Then nothing is left to
 * wait for: promises cost a single message 5 to 9 % of its processor time.
 */
const areAnswers = (sent: readonly unknown[]): sent is never[] => !sent.some((one) => one instanceof Promise)

type Answers<Sent extends readonly unknown[]> = { -readonly [Index in keyof Sent]: Awaited<Sent[Index]> }

/** Waits for statements that were sent together. */
export const together = <const Sent extends readonly unknown[]>(sent: Sent): Promise<Answers<Sent>> =>
  areAnswers(sent) ? (sent as never) : Promise.all(sent)

/** A statement that reads something for each row of a list. */
export const readOverRows = <const Of extends Columns, Found>(
  columns: Of,
  prepare: (item: Item<Of>) => { all: Ask<Found[]> },
) =>
  overRows(
    columns,
    (item: Item<Of>) => {
      const statement = prepare(item)
      return (values) => statement.all(values)
    },
    (answers) => answers.flat(),
  )

/** A statement that writes each row of a list. */
export const writeOverRows = <const Of extends Columns>(
  columns: Of,
  prepare: (item: Item<Of>) => { run: Ask<unknown> },
): ((rows: readonly Row<Of>[]) => Promise<unknown>) =>
  overRows<Of, unknown>(
    columns,
    (item: Item<Of>) => {
      const statement = prepare(item)
      return (values) => statement.run(values)
    },
    () => undefined,
  )

const oneRow = <Of extends Columns>(columns: Of): Item<Of> => ({
  rows: itemOf(columns, (name) => sql`${sql.placeholder(name)}`, sql``),
  of: (name) => sql`${sql.placeholder(name)}`,
  values: (inserted) => sql`values (${inserted})`,
  join: () => undefined,
})

const AS_JSON = { mapToDriverValue: (rows: unknown) => JSON.stringify(rows) }

/** PostgreSQL's `dialect.ts` knows this text, and sends the rows in its own way. */
const rowsInJson = <Of extends Columns>(columns: Of): Item<Of> => {
  const rows = itemOf(
    columns,
    (name) => sql`value ->> ${sql.raw(`'$.${name}'`)}`,
    sql` from json_each(${sql.param(sql.placeholder('rows'), AS_JSON)})`,
  )
  return {
    rows,
    of: (name) => sql`item.${sql.identifier(name)}`,
    values: (inserted) => sql`select ${inserted} from ${rows}`,
    join: (update) => void update.from(rows),
  }
}

const itemOf = (columns: Columns, fieldOf: (name: string) => SQL, source: SQL): SQL => {
  const selected = Object.entries(columns).map(([name, type]) => {
    const field = type === 'text' ? fieldOf(name) : sql`cast(${fieldOf(name)} as bigint)`
    return sql`${field} as ${sql.identifier(name)}`
  })
  return sql`(select ${sql.join(selected, sql`, `)}${source}) as ${sql.raw('item')}`
}

/** The right side of `in` for a list of ids. PostgreSQL reads JSON as texts, so that each value is cast. */
export const idsIn = (json: string | Placeholder | SQL): SQL =>
  sql`(select cast(value as bigint) from json_each(${json}))`

/** The right side of `in` for a list of texts. */
export const textsIn = (json: string | Placeholder | SQL): SQL => sql`(select value from json_each(${json}))`
