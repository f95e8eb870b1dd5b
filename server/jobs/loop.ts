/**
 * Runs each job at least once: due jobs at once, failed jobs again with growing pauses, up to a maximum of attempts. A
 * row is deleted only when its work is done, so a killed server continues where it stopped [SAFE-10].
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { isUnavailable } from '../db/engine.ts'
import type { GroupedWrite } from '../db/grouped-writes.ts'
import type { Deps, Tx } from '../deps.ts'
import { inRequest } from '../request-context.ts'
import { attemptsMax, pauseAfter, PermanentFailure, RetryLater } from './retries.ts'
import { isJobKind, JOBS, type JobKind, type JobPayload, type RECURRING, type RETURNING } from './kinds.ts'
import type { Beat } from './beat.ts'
import { createLane } from './lane.ts'
import type { JobRow } from './queries.ts'

/** The outcomes of a run, for `/metrics`. */
export const JOB_OUTCOMES = ['done', 'failed', 'given_up'] as const

export type JobHandlers = {
  /**
   * Must be idempotent, since a job can run twice. `job` is the same id each time. A job that runs again returns when,
   * in ms.
   */
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
  /** Looks for due jobs, of all kinds if left out; called after the commit that added one. */
  kick: (kinds?: readonly JobKind[]) => void
  /** Runs all due jobs, also those that become due while others run; resolves when none is due. */
  runDue: () => Promise<void>
  /** Starts no more jobs and waits for the running ones, but not for long ones: each runs again after the next start. */
  stop: () => Promise<void>
}

type Needs = Pick<Deps, 'read' | 'write' | 'writeGrouped' | 'now'> & {
  log: Logger
  /** Identifies this loop in the leases of its jobs, unique among all processes. */
  worker: string
  /** On a database that several processes share: the beat that makes the leases of this process count. */
  beat?: Pick<Beat, 'worker' | 'isKnown'>
  handlers: JobHandlers
  random: () => number
  /** How long `stop` waits for running jobs. */
  stopMs?: number
  /** Reports the outcome of each run. */
  measure?: (kind: JobKind, outcome: (typeof JOB_OUTCOMES)[number]) => void
}

const REASON_MAX = 300
/** A mail or a push takes less. A walk over all members takes minutes, in which nobody is served: the service manager kills after 30 s. */
const STOP_MS = 3_000
/** Between two attempts to store the outcome of a job. */
const STORE_PAUSE_MS = 1_000

/** One statement that changes the row of one job, and only under its lease: it needs no view of other rows. */
const OWN_ROW: readonly number[] = []

/**
 * While so many jobs run, one that ends waits for others. Their rows are deleted by one statement and one commit: at 2,000
 * pushes a second that saves 6 µs of the processor for each, and 20 µs that the process waits for the disk. A row lives 50 ms longer.
 */
const MANY = 64
const ENDS_TOGETHER_MS = 50
const FINISHING: GroupedWrite<Tx, JobRow, void> = {
  holds: () => OWN_ROW,
  writeAll: async (tx, rows) => {
    // A process that was taken for dead has another name since then, and may still end jobs under its former one.
    for (const [worker, own] of Map.groupBy(rows, (row) => row.worker))
      await tx.jobs.finish(
        own.map(({ id }) => id),
        worker,
      )
    return rows.map(() => undefined)
  },
}

/**
 * Mail has five connections, so one kind never takes all. Pushes wait for distant servers over shared connections: 512 at once
 * leave 256 ms for each at 2,000 a second, of which a service takes about 80.
 */
const atOnce = (kind: JobKind): number =>
  kind.startsWith('push.') ? 512 : /^(mail|sms|payments|fictional|photo)\./.test(kind) ? 4 : 1

export const createJobLoop = ({
  read,
  write,
  writeGrouped,
  now,
  log,
  worker: own,
  beat,
  handlers,
  random,
  stopMs = STOP_MS,
  measure = () => undefined,
}: Needs): JobLoop => {
  const worker = beat?.worker ?? (() => own)

  let underWay = 0
  let nextEnd: Promise<void> | undefined
  const finish = async (row: JobRow): Promise<void> => {
    if (underWay >= MANY) await (nextEnd ??= sleep(ENDS_TOGETHER_MS).then(() => (nextEnd = undefined)))
    await writeGrouped(FINISHING, row)
  }

  let isStopping = false
  /**
   * Stores the outcome of a job as soon as the database takes it. A job that is done must not run again, and the lease of a job whose
   * outcome is not stored lasts as long as this process.
   */
  const store = async (kind: JobKind, row: JobRow, outcome: () => Promise<void>): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await outcome()
      } catch (failure) {
        if (isFirst)
          log.error(
            { job: row.id, kind, err: failure, ...requestOf(row) },
            'the outcome of a job was not stored, trying again every second',
          )
        if (isStopping) return
        await sleep(STORE_PAUSE_MS)
      }
    }
  }

  const runOne = async (kind: JobKind, row: JobRow): Promise<void> => {
    const start = performance.now()
    underWay += 1
    try {
      // After a pause of this process, another one may run the job already.
      if (beat && !(await beat.isKnown(row.worker))) return
      const again = await handle(handlers, kind, row)
      await store(kind, row, () =>
        again === undefined
          ? finish(row)
          : // The row of a recurring job is moved to its next run and never deleted, so a crash cannot lose it.
            write((tx) => tx.jobs.rearm(row.id, row.worker, again), OWN_ROW),
      )
      measure(kind, 'done')
      const ms = Math.round(performance.now() - start)
      log.info({ job: row.id, kind, ms, ...requestOf(row) }, 'job done')
    } catch (error) {
      await afterFailure(kind, row, error)
    } finally {
      underWay -= 1
    }
  }

  const afterFailure = async (kind: JobKind, row: JobRow, error: unknown): Promise<void> => {
    const { id, attempts } = row
    // PostgreSQL stores no NUL.
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, REASON_MAX)
    // An error message can contain a mail address, so it stays in the table and out of the log [SAFE-9].
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const givesUp = error instanceof PermanentFailure || attempts + 1 >= attemptsMax(kind)
    measure(kind, givesUp ? 'given_up' : 'failed')
    log.warn(
      { job: id, kind, attempt: attempts + 1, code, error: nameOf(error), ...requestOf(row) },
      givesUp ? 'job given up' : 'job failed',
    )
    // Retry no earlier than the other side asked. Our own pause is the minimum, so "retry at once" causes no busy loop.
    const pause = Math.max(error instanceof RetryLater ? error.afterMs : 0, pauseAfter(attempts, random()))
    await store(kind, row, () =>
      write(
        (tx) =>
          givesUp
            ? tx.jobs.giveUp(id, row.worker, now(), reason)
            : tx.jobs.retry(id, row.worker, now() + pause, reason),
        OWN_ROW,
      ),
    )
  }

  /** The kinds of which this process may have leased jobs without knowing: the answer of the database was lost. */
  const unanswered = new Set<JobKind>()

  let isDatabaseAway = false
  /** While the database does not answer, the look at each of the many kinds fails, which is no fault of ours: one line says it. */
  const noteFailedLook = (kind: JobKind, error: unknown): void => {
    if (!isUnavailable(error)) return log.error({ err: error, kind }, 'job loop failed, looking again in a minute')
    if (!isDatabaseAway) log.warn({ err: error }, 'the database does not answer, so jobs wait until it does')
    isDatabaseAway = true
  }

  /** Reads first: a look that finds nothing due costs no write. */
  const claim = async (kind: JobKind, running: number[]): Promise<JobRow[]> => {
    // Leased rows wait for a place in their lane, so claim few more than can run now.
    const limit = 2 * atOnce(kind)
    const wasAnswered = !unanswered.has(kind)
    const isDue = await read.jobs.isDue(kind, now(), running)
    isDatabaseAway = false
    if (wasAnswered && !isDue) return []
    unanswered.add(kind)
    const claimed = await write(async (tx) => {
      const name = worker()
      // The beat waits for a process that is just forgetting this one: a forgotten process leases nothing.
      if (beat && !(await tx.jobProcesses.beat(name, now()))) return []
      if (!wasAnswered) await tx.jobs.releaseOthers(kind, name, running)
      return tx.jobs.claim(kind, name, now(), running, limit)
    }, [])
    unanswered.delete(kind)
    return claimed
  }

  const laneOf = (kind: JobKind) =>
    createLane({
      atOnce: atOnce(kind),
      due: (running) => claim(kind, running),
      nextIn: async () => {
        const at = await read.jobs.nextAt(kind)
        return at === null ? null : at - now()
      },
      run: (row) => inRequest(row.request, () => runOne(kind, row)),
      failed: (error) => noteFailedLook(kind, error),
    })
  const lanesByKind = new Map(
    Object.keys(JOBS)
      .filter(isJobKind)
      .map((kind) => [kind, laneOf(kind)]),
  )
  const lanes = [...lanesByKind.values()]

  return {
    kick: (kinds = [...lanesByKind.keys()]) => {
      for (const kind of kinds) lanesByKind.get(kind)?.kick()
    },
    runDue: async () => {
      await Promise.all(lanes.map((lane) => lane.idle()))
    },
    stop: async () => {
      isStopping = true
      const ended = new AbortController()
      const tooLong = sleep(stopMs, undefined, { signal: ended.signal }).catch(() => undefined)
      await Promise.race([Promise.all(lanes.map((lane) => lane.stop())), tooLong])
      ended.abort()
      // Claimed jobs that were not started may run elsewhere at once.
      await write((tx) => tx.jobs.release(worker())).catch((error: unknown) =>
        log.error({ err: error }, 'the leases of jobs were not released, they end with this process'),
      )
    },
  }
}

const handle = async (handlers: JobHandlers, kind: JobKind, row: JobRow): Promise<number | undefined> => {
  const parsed = v.safeParse(JOBS[kind], row.payload)
  if (!parsed.success) throw new PermanentFailure('The payload is not what this job takes')
  // The schema of this kind has just parsed it; TypeScript cannot follow it through the table.
  const handler = handlers[kind] as (payload: unknown, job: number) => Promise<number | undefined>
  return handler(parsed.output, row.id)
}

const requestOf = ({ request }: JobRow): { request?: string } => (request === null ? {} : { request })

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error)
