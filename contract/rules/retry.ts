/** Decides how the outbox reacts to an answer and when it retries, and how often a read is retried. */
import { REQUEST_ID_HEADER } from '../device.ts'
import { isErrorCode, type ErrorBody, type ErrorCode } from '../errors.ts'
import { MINUTE_MS } from '../limits.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 5 * MINUTE_MS
/** A longer Retry-After comes from a faulty proxy: no rate limit of ours needs more. */
const LONGEST_RETRY_AFTER_MS = 15 * MINUTE_MS

/** A doubling delay with full jitter; `random` is in [0, 1). At least half a second, to protect a broken server. */
export const retryDelay = (attempts: number, random: number): number => {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 16))
  return Math.round(500 + random * ceiling)
}

/**
 * The cause of a retry. `server_asked`: the server limits this device or named a time, so the pause must run its full
 * time. `server_error`: the server or a proxy has failed, so a later success ends the pause. `no_answer`: no answer
 * came, or something in between answered.
 */
export type RetryCause = 'server_asked' | 'server_error' | 'no_answer'

export type SendOutcome =
  /** The server has stored the write. */
  | { kind: 'done' }
  /** The server has a newer write of this device instead. */
  | { kind: 'superseded' }
  /** Nobody is logged in any more: nothing is sent until the next login. */
  | { kind: 'pause' }
  /** Retry; `afterMs` if the server named a delay. */
  | { kind: 'retry'; cause: RetryCause; afterMs?: number }
  /** The server refused the write and would refuse it again: show the reason. */
  | { kind: 'failed'; body: ErrorBody }

/** @param body the parsed JSON of the answer, or null without one */
export const sendOutcomeOf = (status: number, body: unknown, retryAfter: string | null): SendOutcome => {
  if (status >= 200 && status < 300) return { kind: 'done' }
  const error = errorBodyOf(body)
  if (status === 401 || error?.error === 'authentication_required') return { kind: 'pause' }
  if (error?.error === 'superseded') return { kind: 'superseded' }
  // A retry would fail all day [LIKE-5], so the member is informed and decides.
  if (error?.error === 'swipe_limit') return { kind: 'failed', body: error }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    if (retryAfter !== null && seconds > 0)
      return { kind: 'retry', cause: 'server_asked', afterMs: Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) }
    return { kind: 'retry', cause: status === 429 ? 'server_asked' : 'server_error' }
  }
  // No retry, even for a proxy's answer: the same file stays too large.
  if (status === 413 && !error) return { kind: 'failed', body: { error: 'body_too_large' } }
  // A refusal without one of our error codes comes from something in between (a proxy, a captive portal).
  return error ? { kind: 'failed', body: error } : { kind: 'retry', cause: 'no_answer' }
}

/** The body of a refusal, or null if it is not one of ours. */
const errorBodyOf = (body: unknown): ErrorBody | null => {
  if (typeof body !== 'object' || body === null || !('error' in body) || !isErrorCode(body.error)) return null
  return { ...body, error: body.error }
}

/**
 * The refusal in an answer, or null if something in between has answered. A newer server may have a reason that this version does not
 * know: another attempt of this version would be refused again [PWA-10].
 */
export const refusalBodyOf = (
  { status, headers }: { status: number; headers: { has: (name: string) => boolean } },
  body: unknown,
): ErrorBody | null => {
  const refusal = errorBodyOf(body)
  if (refusal || status >= 500 || !headers.has(REQUEST_ID_HEADER)) return refusal
  const isNamed = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
  return isNamed ? { error: 'newer_version_needed' } : null
}

/** §7, §9 [SITE-12] A read is retried up to five times, with a doubling delay. */
export const RETRIES = 5

const ASKED_AGAIN: ReadonlySet<ErrorCode> = new Set([
  'network_unavailable',
  'server_error',
  'shutting_down',
  'rate_limited',
])

/**
 * @param failures the number of retries so far
 * @returns ms to wait, or null if a retry is useless or the limit is reached
 */
export const askAgainAfter = ({ error, retry_after = 0 }: ErrorBody, failures: number): number | null =>
  failures < RETRIES && ASKED_AGAIN.has(error) ? Math.max(FIRST_DELAY_MS * 2 ** failures, retry_after * 1_000) : null
