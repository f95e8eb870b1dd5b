/**
 * Runs jobs at least once each: due ones at once, failed ones again with growing pauses, and after too many attempts no
 * more. A row is gone only when its work is done, so that a killed server takes up where it stopped [SAFE-10].
 */
import type { Logger } from 'pino'
import * as v from 'valibot'
import { HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { isJobKind, isRecurring, JOBS, type JobKind, type JobPayload, type RECURRING, type RETURNING } from './kinds.ts'
import { createLane } from './lane.ts'
import type { JobRow } from './queries.ts'

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
  /** Idempotent: a job can run twice. `job` is the same number each time. One that comes back answers when, in ms. */
  [Kind in JobKind]: (
    payload: JobPayload<Kind>,
    job: number,
  ) => Promise<
    Kind extends (typeof RECURRING)[number]
      ? number
      : Kind extends (typeof RETURNING)[number]
        ? number | undefined
        : void
  >
}

export type JobLoop = {
  /** There is something to do: called after the commit that wrote it. */
  kick: () => void
  /** Runs what is due and what becomes due meanwhile; answers when nothing is left that is due now. */
  runDue: () => Promise<void>
  /** Starts no more jobs and waits for those that run. */
  stop: () => Promise<void>
}

type Needs = Pick<Deps, 'read' | 'write' | 'now'> & {
  log: Logger
  handlers: JobHandlers
  random: () => number
  /** Is told how each run of a job ended, for `/metrics`. */
  measure?: (kind: JobKind, outcome: 'done' | 'failed' | 'given_up') => void
}

export const ATTEMPTS_MAX = 10
/** A mail server or a push service may be away for most of a day; what recurs never ends, and what is owed to a member is paid. */
const LONG_ATTEMPTS_MAX = 30
const FIRST_PAUSE_MS = 5_000
const REASON_MAX = 300
/** How many rows are read at a time. */
const BATCH = 100
const BREATHER_MS = 1_000

/** Mail goes through two connections; pushes wait for distant servers, and the more at once the better. */
const atOnce = (kind: JobKind): number => (kind.startsWith('push.') ? 32 : /^(mail|sms|payments)\./.test(kind) ? 4 : 1)

export const attemptsMax = (kind: JobKind): number => {
  if (isRecurring(kind) || kind === 'payments.refund' || kind === 'payments.forget') return Number.POSITIVE_INFINITY
  return /^(mail|push)\./.test(kind) ? LONG_ATTEMPTS_MAX : ATTEMPTS_MAX
}

/** 5 s, 15 s, 45 s … an hour, and up to a quarter more so that many do not come back together. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(HOUR_MS, FIRST_PAUSE_MS * 3 ** attempts) * (1 + random / 4))

export const createJobLoop = ({
  read,
  write,
  now,
  log,
  handlers,
  random,
  measure = () => undefined,
}: Needs): JobLoop => {
  const runOne = async (kind: JobKind, row: JobRow): Promise<void> => {
    try {
      const again = await handle(handlers, kind, row)
      // The row that recurs is moved, never gone: no crash can lose it.
      await write((tx) => (again === undefined ? tx.jobs.done(row.id) : tx.jobs.rearm(row.id, again)))
      measure(kind, 'done')
    } catch (error) {
      await afterFailure(kind, row, error)
    }
  }

  const afterFailure = async (kind: JobKind, { id, attempts }: JobRow, error: unknown): Promise<void> => {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX)
    // A reason can name an address, so it stays in the table [SAFE-9].
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const givesUp = error instanceof GiveUp || attempts + 1 >= attemptsMax(kind)
    measure(kind, givesUp ? 'given_up' : 'failed')
    log.warn(
      { job: id, kind, attempt: attempts + 1, code, error: nameOf(error) },
      givesUp ? 'job given up' : 'job failed',
    )
    // Not before the other side said; and one that says "at once" each time is not asked in circles either.
    const pause = Math.max(error instanceof TryLater ? error.afterMs : 0, pauseAfter(attempts, random()))
    try {
      await write((tx) => (givesUp ? tx.jobs.giveUp(id, now(), reason) : tx.jobs.retry(id, now() + pause, reason)))
    } catch (failure) {
      log.error({ job: id, kind, err: failure }, 'the end of a job was not written')
      // It is due again at once; a database that takes no writes is not to be asked in circles.
      await new Promise((resolve) => setTimeout(resolve, BREATHER_MS))
    }
  }

  const lanes = Object.keys(JOBS)
    .filter(isJobKind)
    .map((kind) =>
      createLane({
        atOnce: atOnce(kind),
        due: (running) => read.jobs.due(kind, now(), running, BATCH),
        nextIn: async () => {
          const at = await read.jobs.nextAt(kind)
          return at === null ? null : at - now()
        },
        run: (row) => runOne(kind, row),
        failed: (error) => log.error({ err: error, kind }, 'job loop failed, looking again in a minute'),
      }),
    )

  return {
    kick: () => {
      for (const lane of lanes) lane.kick()
    },
    runDue: async () => {
      await Promise.all(lanes.map((lane) => lane.idle()))
    },
    stop: async () => {
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

const handle = async (handlers: JobHandlers, kind: JobKind, row: JobRow): Promise<number | undefined> => {
  const parsed = v.safeParse(JOBS[kind], row.payload)
  if (!parsed.success) throw new GiveUp('The payload is not what this job takes')
  // The schema of this kind has just parsed it; TypeScript cannot follow it through the table.
  const handler = handlers[kind] as (payload: unknown, job: number) => Promise<number | undefined>
  return handler(parsed.output, row.id)
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)
