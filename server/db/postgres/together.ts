/**
 * Answers lookups together: those of one turn of the event loop are one statement, and so are all that arrive while it is under way. A
 * statement costs both processes more than the few rows that it finds.
 */
import { setImmediate } from 'node:timers/promises'
import type { QueryArrayConfig } from 'pg'
import { isUnavailable } from '../engine.ts'
import { isLookup } from '../prepared.ts'
import { namedAs, type Connection, type Result } from './database.ts'

type WaitingQuery = { asked: QueryArrayConfig; done: (result: Result) => void; failed: (error: unknown) => void }

/** A longer list delays its first request for too long. */
const TOGETHER_MAX = 100

export const lookingUpTogether = (connection: Connection): Connection => {
  const queues = new Map<string, (asked: QueryArrayConfig) => Promise<Result>>()
  return {
    query: (asked) => {
      if (!('rowMode' in asked) || !isLookup(asked.text)) return connection.query(asked)
      const types = typesOf(asked.values ?? [])
      if (types === null) return connection.query(asked)
      const key = `${types.join(' ')} ${asked.text}`
      const add = queues.get(key) ?? createQueue(connection, asked, types)
      queues.set(key, add)
      return add(asked)
    },
  }
}

type Type = 'bigint' | 'text'

/** The columns of the schema are numbers and texts. @returns null where a value does not tell its type */
const typesOf = (values: readonly unknown[]): Type[] | null => {
  const types = values.flatMap((value): Type[] => {
    if (typeof value === 'string') return ['text']
    return Number.isSafeInteger(value) ? ['bigint'] : []
  })
  return types.length > 0 && types.length === values.length ? types : null
}

/** Each list of values is a column of `item`. `offset 0` makes the planner find each item's rows as the statement itself does. */
export const forEachItem = (text: string, types: readonly Type[]): string => {
  const lists = types.map((type, index) => `$${index + 1}::${type}[]`)
  const columns = [...types.map((_, index) => `p${index + 1}`), 'place']
  const body = text.replaceAll(/\$(\d+)/g, 'item.p$1')
  return `select item.place, found.* from unnest(${lists.join(', ')}) with ordinality as item(${columns.join(', ')})
    cross join lateral (select * from (${body}) as one offset 0) as found`
}

const createQueue = (connection: Connection, { text, types }: QueryArrayConfig, kinds: readonly Type[]) => {
  const forEach = forEachItem(text, kinds)
  let waiting: WaitingQuery[] = []
  let isAsking = false

  const askAlone = async ({ asked, done, failed }: WaitingQuery): Promise<void> => {
    try {
      done(await connection.query(asked))
    } catch (error) {
      failed(error)
    }
  }

  const askTogether = async (group: readonly WaitingQuery[]): Promise<void> => {
    const lists = kinds.map((_, index) => group.map(({ asked }) => asked.values?.[index]))
    const { rows } = await connection.query({
      ...namedAs(forEach),
      text: forEach,
      values: lists,
      rowMode: 'array',
      ...(types ? { types } : {}),
    })
    const found = group.map((): unknown[][] => [])
    for (const [place, ...row] of rows as [number, ...unknown[]][]) found[place - 1]?.push(row)
    for (const [index, { done }] of group.entries()) {
      const its = found[index] ?? []
      done({ rows: its, rowCount: its.length })
    }
  }

  const askWaiting = async (): Promise<void> => {
    isAsking = true
    // All lookups of this turn of the event loop go together.
    await setImmediate()
    while (waiting.length > 0) {
      const group = waiting.splice(0, TOGETHER_MAX)
      try {
        await (group.length === 1 ? Promise.all(group.map(askAlone)) : askTogether(group))
      } catch (error) {
        if (isUnavailable(error)) for (const { failed } of group) failed(error)
        else await Promise.all(group.map(askAlone))
      }
    }
    isAsking = false
  }

  return (asked: QueryArrayConfig): Promise<Result> =>
    new Promise((done, failed) => {
      waiting.push({ asked, done, failed })
      if (!isAsking) void askWaiting()
    })
}
