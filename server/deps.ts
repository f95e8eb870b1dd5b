/** What use cases are given; made once in `main.ts`, and per test in `testing/`. */
import type { Logger } from 'pino'
import type { Settings } from '#contract/entities/settings.ts'
import type { Queries } from './db/queries.ts'
import type { Env } from './env.ts'
import type { Live } from './live.ts'

/** Queries on the writer, inside the current group, and what is announced after its commit. */
export type Tx = Queries & {
  /** The feed of a member stands at `seq` once this is committed: open streams hear of it. */
  changed: (member: number, seq: number) => void
  /** A job was written: the job loop looks at once. */
  jobWaits: () => void
}

export type Deps = {
  env: Env
  log: Logger
  /** ms since the epoch */
  now: () => number
  /** `count` random bytes, fit for secrets */
  random: (count: number) => Uint8Array
  /** A UUIDv7 */
  newId: () => string
  /** Queries on the reader connection: what is committed. */
  read: Queries
  write: <Result>(body: (tx: Tx) => Promise<Result> | Result) => Promise<Result>
  live: Live
  settings: () => Settings
  /** Marks a member as active now; written in batches, at most once a minute. */
  seen: (member: number) => void
}
