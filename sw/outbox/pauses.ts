/**
 * How long a write waits after a send that did not work. Pure. Only answers of the server slow a write down more and more;
 * a send that the network or the end of the worker cut off says nothing about the write.
 */
import { retryDelay, type RetryCause } from '#contract/rules/retry.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** With writes waiting, the connection is tried at least this often while the worker lives. */
export const PROBE_MS = 5_000
/** After so many errors in a row (about four minutes of probes) a write that the server cannot take gets rarer. */
const PROBES_MAX = 50
/** A write that fails again and again while other calls succeed goes out at most this often. */
const LONGEST_BREATHER_MS = 3_000

export type Retry = { cause: RetryCause; afterMs?: number }

/**
 * @param outbox all rows: while another of them is due soon, this one need not be the probe
 * @param cuts how often in a row this send was cut off before
 * @param random in [0, 1)
 */
export const pausedRow = (
  row: OutboxRow,
  { cause, afterMs }: Retry,
  { outbox, cuts, now, random }: { outbox: readonly OutboxRow[]; cuts: number; now: number; random: number },
): OutboxRow => {
  const waits = { ...row, state: 'queued' as const, by_server: cause === 'server_asked' }
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

/** Whether a success of any call ends this row's pause. */
export const isEndable = (row: OutboxRow): boolean => row.state === 'queued' && row.retry_at > 0 && !row.by_server

/**
 * The row once the server has answered something: it goes out now, or soon where the server failed on it again and again.
 * @param resumes how often a success has ended this row's pause already, and it failed again
 */
export const resumedRow = (row: OutboxRow, resumes: number, now: number): OutboxRow => {
  const breather = resumes === 0 || row.refusals === 0 ? 0 : Math.min(LONGEST_BREATHER_MS, 500 * 2 ** resumes)
  return { ...row, retry_at: breather === 0 ? 0 : Math.min(row.retry_at, now + breather) }
}
