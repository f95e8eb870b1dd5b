/**
 * An engine that runs each write body twice and undoes the first run, as PostgreSQL does after a conflict [OPS-8]. A body
 * that counts, collects or remembers anything outside of the database does not repeat itself, and fails.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { SqliteDb } from '../db/database.ts'
import type { Engine } from '../db/engine.ts'

type Outcome<Result> = { result: Result } | { error: unknown }
/** How many rows a run changed, and how many effects it announced. */
type Count = { rows: number; effects: number }

export const runTwice = (engine: Engine, { $client }: SqliteDb): Engine => {
  const run = (sql: string) => {
    const statement = $client.prepare(sql)
    return () => statement.run()
  }
  const [save, undo, release] = [run('savepoint first'), run('rollback to first'), run('release first')]
  const changes = $client.prepare<[], number>('select total_changes()').pluck()

  return {
    ...engine,
    writer: (makeTx, measure) => {
      // Bodies run one after another, so that each effect belongs to the body that runs.
      let isFirst = false
      let effects = 0
      const writer = engine.writer(
        (queries, afterCommit, commitNeeds) =>
          makeTx(
            queries,
            (effect) => {
              effects += 1
              if (!isFirst) afterCommit(effect)
            },
            commitNeeds,
          ),
        measure,
      )
      const counted = async <Result>(
        values: unknown[],
        body: () => Promise<Result> | Result,
      ): Promise<[Outcome<Result>, Count]> => {
        const before = changes.get() ?? 0
        effects = 0
        const outcome = await inBody.run({ values, next: 0, isFirst }, () => outcomeOf(body))
        return [outcome, { rows: (changes.get() ?? 0) - before, effects }]
      }
      return {
        ...writer,
        write: (body, holds) =>
          writer.write(async (tx) => {
            const values: unknown[] = []
            save()
            isFirst = true
            const [first, firstCount] = await counted(values, () => body(tx))
            isFirst = false
            undo()
            release()
            const [second, secondCount] = await counted(values, () => body(tx))
            if ('error' in second) {
              if ('error' in first) throw second.error
              throw new NotRepeatableError('fails in its second run', { cause: second.error })
            }
            if ('error' in first) throw new NotRepeatableError('fails in its first run alone', { cause: first.error })
            if (!isDeepStrictEqual(firstCount, secondCount))
              throw new NotRepeatableError(`does ${JSON.stringify(firstCount)}, then ${JSON.stringify(secondCount)}`)
            if (!isDeepStrictEqual(first.result, second.result))
              throw new NotRepeatableError(
                `answers ${JSON.stringify(first.result)}, then ${JSON.stringify(second.result)}`,
              )
            return second.result
          }, holds),
      }
    },
  }
}

/** The values that a body got in its first run, for its second one. */
type FirstRunValues = { values: unknown[]; next: number; isFirst: boolean }
const inBody = new AsyncLocalStorage<FirstRunValues>()

/** Whether the caller belongs to the run of a body that is undone. */
export const isInUndoneRun = (): boolean => inBody.getStore()?.isFirst === true

/**
 * A source of values that change from call to call, such as random bytes: the second run of a body gets those of the first,
 * so that what the two do can be compared.
 */
export const sameInBothRuns =
  <Args extends unknown[], Value>(source: (...args: Args) => Value) =>
  (...args: Args): Value => {
    const given = inBody.getStore()
    if (!given) return source(...args)
    const value = (given.values[given.next] ??= source(...args))
    given.next += 1
    return structuredClone(value) as Value // A body that asks in another order fails anyway.
  }

/** A part of the server whose functions no write body may use. */
export const outsideOfBodies = <Part extends object>(part: Part, name: string): Part =>
  new Proxy(part, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value === 'function' && inBody.getStore()) throw new NotRepeatableError(`uses ${name}.${String(key)}`)
      return value
    },
  })

class NotRepeatableError extends Error {
  constructor(difference: string, options?: ErrorOptions) {
    super(`A write body does not repeat itself: it ${difference}`, options)
  }
}

const outcomeOf = async <Result>(body: () => Promise<Result> | Result): Promise<Outcome<Result>> => {
  try {
    return { result: await body() }
  } catch (error) {
    return { error }
  }
}
