/** Counts the SQL statements of a call, on either engine. */
import { NoopLogger } from 'drizzle-orm/logger'
import { vi } from 'vitest'
import { isInUndoneRun } from './run-twice.ts'

/**
 * Both engines hand each query to drizzle's logger before they run it. `begin`, `commit` and savepoints are not counted: they
 * are no queries. A write body counts once, although the tests on SQLite run it twice.
 * @returns the text of each statement that ran, in their order
 */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = []
  const log = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation((...query: unknown[]) => {
    if (!isInUndoneRun()) texts.push(String(query[0]))
  })
  try {
    await work()
    return texts
  } finally {
    log.mockRestore()
  }
}
