/**
 * A pool on a PostgreSQL that has no connection left, because other processes have them. The driver fails a request that would open one, also
 * where another connection of this process is free a moment later. So the pool makes do with those that it has for a while.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient, QueryArrayConfig, QueryConfig } from 'pg'
import type { Connection, Result } from './database.ts'
import { codeOf } from './failures.ts'

const NONE_LEFT = '53300'
/** Other processes close what they do not use after ten seconds. */
const SCARCE_MS = 5_000
/** Only a pool without any connection has to try again: all others wait for one that is in use. */
const PAUSE_MS = 250

export type ScarcePool = Connection & { connect: () => Promise<PoolClient> }

/** @param waitMs how long a request waits for a connection */
export const onScarce = (pool: Pool, waitMs: number): ScarcePool => {
  const most = pool.options.max
  let restore: NodeJS.Timeout | undefined
  const makeDo = (): void => {
    pool.options.max = Math.max(1, pool.totalCount)
    clearTimeout(restore)
    restore = setTimeout(() => (pool.options.max = most), SCARCE_MS).unref()
  }
  /** Whatever fails so was never sent. */
  const patiently = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (const since = performance.now(); ; await sleep(PAUSE_MS)) {
      try {
        return await work()
      } catch (error) {
        if (codeOf(error) !== NONE_LEFT) throw error
        makeDo()
        if (performance.now() - since > waitMs) throw error
      }
    }
  }
  return {
    query: (config: QueryConfig | QueryArrayConfig): Promise<Result> => patiently(() => pool.query(config)),
    connect: () => patiently(() => pool.connect()),
  }
}
