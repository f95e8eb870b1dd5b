/** What the outbox does with an answer, and when it tries again; and how often a question is asked again. */
import { isErrorCode, type ErrorBody, type ErrorCode } from '../errors.ts'
import { MINUTE_MS } from '../limits.ts'

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 5 * MINUTE_MS
/** A longer Retry-After is a mistake of something in between: no rate limit of ours needs more. */
export const LONGEST_RETRY_AFTER_MS = 15 * MINUTE_MS

/** Doubling delay with full jitter; `random` in [0, 1). Never under half a second, so that a broken server is not hammered. */
export const retryDelay = (attempts: number, random: number): number => {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 16))
  return Math.round(500 + random * ceiling)
}

/**
 * Why a write has to go out again. `server_asked`: the server limits this device or named a moment, so the pause is kept.
 * `server_error`: the server or a proxy is out of order, so a later success ends the pause. `no_answer`: nothing came, or
 * something in between answered.
 */
export type RetryCause = 'server_asked' | 'server_error' | 'no_answer'

export type Verdict =
  /** The server has it. */
  | { kind: 'done' }
  /** The server has a newer write of this device in its place. */
  | { kind: 'superseded' }
  /** Nobody is logged in any more: nothing is sent until someone is. */
  | { kind: 'pause' }
  /** Try again; `afterMs` where the server said when. */
  | { kind: 'retry'; cause: RetryCause; afterMs?: number }
  /** The server said no and would say it again: show the reason. */
  | { kind: 'failed'; body: ErrorBody }

/** @param body the parsed JSON of the answer, or null where there was none */
export const verdictOf = (status: number, body: unknown, retryAfter: string | null): Verdict => {
  if (status >= 200 && status < 300) return { kind: 'done' }
  const error = errorBodyOf(body)
  if (status === 401 || error?.error === 'authentication_required') return { kind: 'pause' }
  if (error?.error === 'superseded') return { kind: 'superseded' }
  // Said again it would be refused again all day [LIKE-5]: the member is told, and decides.
  if (error?.error === 'swipe_limit') return { kind: 'failed', body: error }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    if (retryAfter !== null && seconds > 0)
      return { kind: 'retry', cause: 'server_asked', afterMs: Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) }
    return { kind: 'retry', cause: status === 429 ? 'server_asked' : 'server_error' }
  }
  // Whoever says it, the same file will be too large again.
  if (status === 413 && !error) return { kind: 'failed', body: { error: 'body_too_large' } }
  // A refusal that no closed error code explains comes from something in between (a proxy, a captive portal).
  return error ? { kind: 'failed', body: error } : { kind: 'retry', cause: 'no_answer' }
}

/** The body of a refusal, or null where it is not one of ours. */
export const errorBodyOf = (body: unknown): ErrorBody | null => {
  if (typeof body !== 'object' || body === null || !('error' in body) || !isErrorCode(body.error)) return null
  return { ...body, error: body.error }
}

/** §7, §9 [SITE-12] what only asks is asked again up to five times, after twice as long each time. */
export const RETRIES = 5

const ASKED_AGAIN: ReadonlySet<ErrorCode> = new Set([
  'network_unavailable',
  'server_error',
  'shutting_down',
  'rate_limited',
])

/**
 * @param failures how often it has been asked again already
 * @returns ms to wait, or null: the answer would be the same, or it has been asked often enough
 */
export const askAgainAfter = ({ error, retry_after = 0 }: ErrorBody, failures: number): number | null =>
  failures < RETRIES && ASKED_AGAIN.has(error) ? Math.max(FIRST_DELAY_MS * 2 ** failures, retry_after * 1_000) : null
