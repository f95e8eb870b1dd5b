/**
 * How long a write pauses after a failed send. Pure. Only answers of the server make the pauses grow. A send that the
 * network or the worker's end cut off says nothing about the write.
 */
import { retryDelay, type RetryCause } from '#contract/rules/retry.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** While writes are queued, the connection is probed at least this often, as long as the worker lives. */
export const PROBE_MS = 5_000
/** After this many errors in a row (about four minutes of probes), the pauses of the write grow. */
const PROBES_MAX = 50
/** The longest pause of a write that fails again and again while other calls succeed. */
const RESUME_PAUSE_MAX_MS = 3_000

export type Retry = { cause: RetryCause; afterMs?: number }

/**
 * @param outbox all rows: if another row is due soon, this one need not probe the connection
 * @param cuts how many times in a row this send was cut off before
 * @param random in [0, 1)
 */
export const pausedRow = (
  row: OutboxRow,
  { cause, afterMs }: Retry,
  { outbox, cuts, now, random }: { outbox: readonly OutboxRow[]; cuts: number; now: number; random: number },
): OutboxRow => {
  const waits = { ...row, state: 'queued' as const, by_server: cause === 'server_asked', paused_at: now }
  const until = (ms: number): number => now + Math.round(ms)
  if (cause === 'no_answer')
    return { ...waits, retry_at: until(Math.min(retryDelay(Math.min(cuts, 3), random), PROBE_MS)) }
  const refusals = row.refusals + 1
  const pause = afterMs ?? retryDelay(refusals, random)
  const isProbe = cause === 'server_error' && refusals <= PROBES_MAX && !isOtherDueSoon(outbox, row, now)
  return { ...waits, refusals, retry_at: until(isProbe ? Math.min(pause, PROBE_MS) : pause) }
}

const isOtherDueSoon = (outbox: readonly OutboxRow[], row: OutboxRow, now: number): boolean =>
  outbox.some(
    (other) =>
      other.lane !== row.lane && other.state === 'queued' && !other.by_server && other.retry_at <= now + PROBE_MS,
  )

/** Whether the success of any call ends this row's pause. */
export const isEndable = (row: OutboxRow): boolean => row.state === 'queued' && row.retry_at > 0 && !row.by_server

/**
 * The row after the server has answered any call: it is due now, or soon if it has failed again and again.
 * @param resumes how many times a success has already ended this row's pause before it failed again
 */
export const resumedRow = (row: OutboxRow, resumes: number, now: number): OutboxRow => {
  const pause = resumes === 0 || row.refusals === 0 ? 0 : Math.min(RESUME_PAUSE_MAX_MS, 500 * 2 ** resumes)
  return { ...row, retry_at: pause === 0 ? 0 : Math.min(row.retry_at, now + pause) }
}
