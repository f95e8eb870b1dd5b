import { setImmediate } from 'node:timers/promises'
import type { QueryArrayConfig } from 'pg'
import { expect, test } from 'vitest'
import { UnavailableError } from '../engine.ts'
import { lookup } from '../prepared.ts'
import type { Connection, Result } from './database.ts'
import { lookingUpTogether } from './together.ts'

const TEXT = 'select name from things where id = $1 and kind = $2'
lookup({ getQuery: () => ({ sql: TEXT, params: [] }) })

const asked = (id: unknown, kind = 'a', text = TEXT): QueryArrayConfig => ({
  text,
  values: [id, kind],
  rowMode: 'array',
})

type Answer = (config: QueryArrayConfig) => Result

const resultWith = (rows: unknown[][]): Result => ({ rows, rowCount: rows.length })
/** A thing for each even id. */
const find: Answer = ({ text, values = [] }) => {
  if (text === TEXT) return resultWith(Number(values[0]) % 2 === 0 ? [[`thing ${String(values[0])}`]] : [])
  const [ids = []] = values as number[][]
  return resultWith(ids.flatMap((id, index) => (id % 2 === 0 ? [[index + 1, `thing ${id}`]] : [])))
}

/** A connection that answers in a later turn, and what it was asked. */
const connectionOf = (answer: Answer = find) => {
  const statements: unknown[][] = []
  const connection: Connection = {
    query: async (config) => {
      statements.push(config.values ?? [])
      await setImmediate()
      return answer(config as QueryArrayConfig)
    },
  }
  return { statements, connection: lookingUpTogether(connection) }
}

test('[OPS-8] lookups of one turn are one statement, as are those that arrive meanwhile, and each gets its own rows', async () => {
  const { statements, connection } = connectionOf()
  const first = [2, 3].map((id) => connection.query(asked(id)))
  while (statements.length === 0) await setImmediate()
  const answers = await Promise.all([...first, ...[4, 6].map((id) => connection.query(asked(id)))])
  expect(answers.map(({ rows }) => rows)).toEqual([[['thing 2']], [], [['thing 4']], [['thing 6']]])
  expect(answers.map(({ rowCount }) => rowCount)).toEqual([1, 0, 1, 1])
  expect(statements.map(([ids]) => ids)).toEqual([
    [2, 3],
    [4, 6],
  ])
})

test('[OPS-8] a lookup without company goes as it is', async () => {
  const { statements, connection } = connectionOf()
  expect((await connection.query(asked(2))).rows).toEqual([['thing 2']])
  expect(statements).toEqual([[2, 'a']])
})

test('[OPS-8] other statements, and values that do not tell their type, go alone', async () => {
  const { statements, connection } = connectionOf(() => resultWith([]))
  const others = [asked(null), asked(1.5), asked(1, 'a', 'select 1'), asked(2, 'a', 'select 1')]
  await Promise.all(others.map((other) => connection.query(other)))
  expect(statements).toEqual(others.map(({ values }) => values))
})

test('[OPS-8] a lookup that PostgreSQL refuses fails alone', async () => {
  const { connection } = connectionOf((config) => {
    if (config.values?.flat().includes(8)) throw new Error('refused')
    return find(config)
  })
  const answers = await Promise.allSettled([2, 4, 8, 6].map((id) => connection.query(asked(id))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('[OPS-8] a database that is away is not asked again for each', async () => {
  const { statements, connection } = connectionOf(() => {
    throw new UnavailableError('away')
  })
  const answers = await Promise.allSettled([2, 4, 6].map((id) => connection.query(asked(id))))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(statements).toHaveLength(1)
})
