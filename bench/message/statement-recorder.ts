/** Loaded into a server by `--import`: writes every statement that its main thread runs into STATEMENTS_FILE when it ends. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { serialize } from 'node:v8'
import Database from 'better-sqlite3'

export type Recording = {
  texts: { sql: string; raw: boolean; connection: number }[]
  /** Place in `texts`, method, parameters. */
  runs: [text: number, method: 'run' | 'get' | 'all', parameters: unknown[]][]
}

const file = process.env['STATEMENTS_FILE']
if (isMainThread && file !== undefined) {
  const recording: Recording = { texts: [], runs: [] }
  const connections: Database.Database[] = []
  const placeOf = (statement: Database.Statement, raw: boolean): number => {
    if (!connections.includes(statement.database)) connections.push(statement.database)
    const connection = connections.indexOf(statement.database)
    return recording.texts.push({ sql: statement.source, raw, connection }) - 1
  }
  const places = { lists: new WeakMap<object, number>(), objects: new WeakMap<object, number>() }
  const inLists = new WeakSet<object>()

  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Database.Statement
  /** Calls `note` after each call of a method that succeeds: a transaction that could not begin yet begins again. */
  const listen = (
    name: 'raw' | 'run' | 'get' | 'all',
    note: (statement: Database.Statement, parameters: unknown[]) => void,
  ): void => {
    const original = Reflect.get(prototype, name) as (...parameters: unknown[]) => unknown
    Reflect.set(prototype, name, function (this: Database.Statement, ...parameters: unknown[]) {
      const result = original.apply(this, parameters)
      note(this, parameters)
      return result
    })
  }
  listen('raw', (statement) => inLists.add(statement))
  for (const method of ['run', 'get', 'all'] as const)
    listen(method, (statement, parameters) => {
      const raw = inLists.has(statement)
      const kept = raw ? places.lists : places.objects
      const place = kept.get(statement) ?? placeOf(statement, raw)
      kept.set(statement, place)
      recording.runs.push([place, method, parameters])
    })
  process.once('exit', () => writeFileSync(file, serialize(recording)))
}
