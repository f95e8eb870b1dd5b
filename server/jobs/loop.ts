/**
 * Runs jobs at least once each: due ones at once, failed ones again with growing pauses, and after too many attempts no
 * more. A row is gone only when its work is done, so that a killed server takes up where it stopped [SAFE-10].
 */
import type { Logger } from 'pino'
import * as v from 'valibot'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { isJobKind, JOBS, type JobKind, type JobPayload } from './kinds.ts'

/** What a handler throws when trying again would change nothing. */
export class GiveUp extends Error {}

/** What a handler throws when the other side said when to come back. */
export class TryLater extends Error {
  readonly afterMs: number
  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

export type JobHandlers = {
  /** Idempotent: a job can run twice. `job` is the same number each time. */
  [Kind in JobKind]: (payload: JobPayload<Kind>, job: number) => Promise<void>
}

export type JobLoop = {
  /** There is something to do: called after the commit that wrote it. */
  kick: () => void
  /** Runs what is due and what becomes due meanwhile; answers when nothing is left that is due now. */
  runDue: () => Promise<void>
  /** Starts no more jobs and waits for those that run. */
  stop: () => Promise<void>
}

type Needs = Pick<Deps, 'read' | 'write' | 'now'> & { log: Logger; handlers: JobHandlers; random: () => number }

export const ATTEMPTS_MAX = 10
const AT_ONCE = 8
const FIRST_PAUSE_MS = 5_000
const REASON_MAX = 300
const BREATHER_MS = 1_000

/** 5 s, 15 s, 45 s … an hour, and up to a quarter more so that many do not come back together. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(HOUR_MS, FIRST_PAUSE_MS * 3 ** attempts) * (1 + random / 4))

type Row = { id: number; kind: string; payload: unknown; attempts: number }

export const createJobLoop = ({ read, write, now, log, handlers, random }: Needs): JobLoop => {
  const running = new Map<number, Promise<void>>()
  let stopped = false
  let looking: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  const runDue = async (): Promise<void> => {
    while (true) {
      const free = stopped ? 0 : AT_ONCE - running.size
      const rows = free > 0 ? await read.jobs.due(now(), [...running.keys()], free) : []
      for (const row of rows) {
        const run = runOne(row).finally(() => running.delete(row.id))
        running.set(row.id, run)
      }
      if (running.size === 0) return
      await Promise.race(running.values())
    }
  }

  const runOne = async (row: Row): Promise<void> => {
    try {
      await handle(handlers, row)
      await write((tx) => tx.jobs.done(row.id))
    } catch (error) {
      await afterFailure(row, error)
    }
  }

  const afterFailure = async ({ id, kind, attempts }: Row, error: unknown): Promise<void> => {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
    // A reason can name an address, so it stays in the table [SAFE-9].
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const givesUp = error instanceof GiveUp || attempts + 1 >= ATTEMPTS_MAX
    log.warn(
      { job: id, kind, attempt: attempts + 1, code, error: nameOf(error) },
      givesUp ? 'job given up' : 'job failed',
    )
    const pause = error instanceof TryLater ? error.afterMs : pauseAfter(attempts, random())
    try {
      await write((tx) => (givesUp ? tx.jobs.giveUp(id, now(), reason) : tx.jobs.retry(id, now() + pause, reason)))
    } catch (failure) {
      log.error({ job: id, kind, err: failure }, 'the end of a job was not written')
      // It is due again at once; a database that takes no writes is not to be asked in circles.
      await new Promise((resolve) => setTimeout(resolve, BREATHER_MS))
    }
  }

  const look = () => {
    if (stopped) return
    if (looking) {
      again = true
      return
    }
    again = false
    clearTimeout(timer)
    looking = lookOnce().finally(() => {
      looking = null
      if (again) look()
    })
  }

  const lookOnce = async (): Promise<void> => {
    try {
      await runDue()
      const at = await read.jobs.nextAt()
      if (at !== null) lookIn(Math.min(Math.max(at - now(), BREATHER_MS), MINUTE_MS))
    } catch (error) {
      log.error({ err: error }, 'the job loop stumbled')
      lookIn(MINUTE_MS)
    }
  }

  const lookIn = (ms: number) => {
    timer = setTimeout(look, ms).unref()
  }

  return {
    kick: look,
    runDue,
    stop: async () => {
      stopped = true
      await Promise.all(running.values())
      await looking
      clearTimeout(timer)
    },
  }
}

const handle = async (handlers: JobHandlers, row: Row): Promise<void> => {
  if (!isJobKind(row.kind)) throw new GiveUp(`No such job: ${row.kind}`)
  const parsed = v.safeParse(JOBS[row.kind], row.payload)
  if (!parsed.success) throw new GiveUp('The payload is not what this job takes')
  // The schema of this kind has just parsed it; TypeScript cannot follow it through the table.
  const handler = handlers[row.kind] as (payload: unknown, job: number) => Promise<void>
  await handler(parsed.output, row.id)
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)
