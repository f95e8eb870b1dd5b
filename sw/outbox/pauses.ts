/**
 * How long a write pauses after a failed send. Pure. Only answers of the server make the pauses grow. A send that the
 * network or the worker's end cut off says nothing about the write.
 */
import { retryDelay, type RetryCause } from '#contract/rules/retry.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { queuedCallOf } from '../writes/table.ts'

/** While writes are queued, the connection is probed at least this often, as long as the worker lives. */
export const PROBE_MS = 5_000
/** After this many errors in a row (about four minutes of probes), the pauses of the write grow. */
const PROBES_MAX = 50
/** The longest pause of a write that fails again and again while other calls succeed. */
const RESUME_PAUSE_MAX_MS = 3_000
/**
 * The same for a write with a picture. Each attempt may cost the bytes of the whole picture, so it probes nothing, and a link that breaks every
 * few seconds must not use up a data plan.
 */
const PICTURE_PAUSE_MAX_MS = 60_000
/** A picture whose send was only cut off is repeated at once so many times after answers to other calls: the network may have returned. */
const FREE_RESUMES = 2

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
  if (cause === 'no_answer') {
    const pause = hasPicture(row)
      ? Math.min(retryDelay(cuts, random), PICTURE_PAUSE_MAX_MS)
      : Math.min(retryDelay(Math.min(cuts, 3), random), PROBE_MS)
    return { ...waits, retry_at: until(pause) }
  }
  const refusals = row.refusals + 1
  const pause = afterMs ?? retryDelay(refusals, random)
  const mayProbe = cause === 'server_error' && refusals <= PROBES_MAX && !hasPicture(row)
  const isProbe = mayProbe && !isOtherDueSoon(outbox, row, now)
  return { ...waits, refusals, retry_at: until(isProbe ? Math.min(pause, PROBE_MS) : pause) }
}

const hasPicture = ({ write }: OutboxRow): boolean => queuedCallOf(write).picture !== undefined

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
  const isPicture = hasPicture(row)
  const isFree = resumes === 0 || (row.refusals === 0 && (!isPicture || resumes <= FREE_RESUMES))
  const pause = isFree ? 0 : Math.min(isPicture ? PICTURE_PAUSE_MAX_MS : RESUME_PAUSE_MAX_MS, 500 * 2 ** resumes)
  return { ...row, retry_at: pause === 0 ? 0 : Math.min(row.retry_at, now + pause) }
}
