/** Counts the SQL statements of a call, on either engine. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { NoopLogger } from 'drizzle-orm/logger'
import { vi } from 'vitest'
import { isInUndoneRun } from './run-twice.ts'

/** A server of another test may still end its work in this process: only the statements that `work` causes are counted. */
const counted = new AsyncLocalStorage<true>()

/**
 * Both engines hand each query to drizzle's logger before they run it. `begin`, `commit` and savepoints are not counted: they
 * are no queries. A write body counts once, although the tests on SQLite run it twice.
 * @returns the text of each statement that ran, in their order
 */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = []
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation((...query: unknown[]) => {
    if (counted.getStore() && !isInUndoneRun()) texts.push(String(query[0]))
  })
  try {
    await counted.run(true, work)
    return texts
  } finally {
    log.mockRestore()
  }
}
