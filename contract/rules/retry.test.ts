import { expect, test } from 'vitest'
import { askAgainAfter, refusalBodyOf, RETRIES, retryDelay, sendOutcomeOf } from './retry.ts'

test('[PWA-3] a refusal with a reason fails, a network or server error is retried, an ended session pauses', () => {
  for (const status of [200, 201, 299]) expect(sendOutcomeOf(status, null, null)).toEqual({ kind: 'done' })
  expect(sendOutcomeOf(402, { error: 'not_enough_credits', cost: 1, credits: 0 }, null)).toEqual({
    kind: 'failed',
    body: { error: 'not_enough_credits', cost: 1, credits: 0 },
  })
  expect(sendOutcomeOf(403, { error: 'authentication_required' }, null)).toEqual({ kind: 'pause' })
  expect(sendOutcomeOf(401, null, null)).toEqual({ kind: 'pause' })
  expect(sendOutcomeOf(500, null, null)).toEqual({ kind: 'retry', cause: 'server_error' })
  expect(sendOutcomeOf(503, { error: 'shutting_down' }, null)).toEqual({ kind: 'retry', cause: 'server_error' })
  expect(sendOutcomeOf(429, { error: 'rate_limited' }, null)).toEqual({ kind: 'retry', cause: 'server_asked' })
  expect(sendOutcomeOf(429, { error: 'rate_limited' }, '7')).toEqual({
    kind: 'retry',
    cause: 'server_asked',
    afterMs: 7_000,
  })
  expect(sendOutcomeOf(409, { error: 'superseded' }, null)).toEqual({ kind: 'superseded' })
  // A retry would fail all day, whatever pause the answer asks for.
  const swipeLimit = { error: 'swipe_limit', retry_after: 3_600 }
  expect(sendOutcomeOf(429, swipeLimit, '3600')).toEqual({ kind: 'failed', body: swipeLimit })
})

test('[SAFE-6] a Retry-After is obeyed up to 15 minutes, also from a 503', () => {
  expect(sendOutcomeOf(503, null, '60')).toEqual({ kind: 'retry', cause: 'server_asked', afterMs: 60_000 })
  for (const unreadable of ['soon', '0', '-1'])
    expect(sendOutcomeOf(503, null, unreadable)).toEqual({ kind: 'retry', cause: 'server_error' })
  expect(sendOutcomeOf(503, null, '86400')).toEqual({ kind: 'retry', cause: 'server_asked', afterMs: 900_000 })
})

test('[PWA-2] a refusal that is not ours (a captive portal) never loses a write', () => {
  for (const status of [300, 403])
    expect(sendOutcomeOf(status, '<html>', null)).toEqual({ kind: 'retry', cause: 'no_answer' })
  expect(sendOutcomeOf(404, { error: 'made_up' }, null)).toEqual({ kind: 'retry', cause: 'no_answer' })
  for (const status of [408, 425])
    expect(sendOutcomeOf(status, null, null)).toEqual({ kind: 'retry', cause: 'server_error' })
})

test('[PWA-10] a refusal of our server for a reason that only a newer version knows is one; that of a proxy is none', () => {
  const ours = new Headers({ 'x-request-id': 'abcdefgh' })
  const body = { error: 'made_up', until: 5 }
  expect(refusalBodyOf({ status: 409, headers: ours }, body)).toEqual({ error: 'newer_version_needed' })
  expect(refusalBodyOf({ status: 409, headers: new Headers() }, body)).toBe(null)
  for (const status of [500, 503]) expect(refusalBodyOf({ status, headers: ours }, body), 'a failure passes').toBe(null)
  for (const unnamed of ['<html>', null, {}, { error: 5 }])
    expect(refusalBodyOf({ status: 404, headers: ours }, unnamed)).toBe(null)
  const known = { error: 'blocked', name: 'Anna' }
  expect(refusalBodyOf({ status: 403, headers: new Headers() }, known)).toEqual(known)
})

test('[PWA-3] a file that is too large for a proxy is refused with a reason, and is not sent again', () => {
  expect(sendOutcomeOf(413, '<html>', null)).toEqual({ kind: 'failed', body: { error: 'body_too_large' } })
  const own = { error: 'photo_too_large' }
  expect(sendOutcomeOf(413, own, null)).toEqual({ kind: 'failed', body: own })
})

test('[PWA-2] delays double with jitter and are bounded', () => {
  for (const attempts of [0, 1, 5, 20, 1_000]) {
    expect(retryDelay(attempts, 0)).toBe(500)
    expect(retryDelay(attempts, 0.999)).toBeLessThanOrEqual(300_500)
  }
  expect(retryDelay(3, 0.5)).toBe(4_500)
})

const delays = (retry_after?: number) =>
  Array.from({ length: RETRIES + 1 }, (_, failures) =>
    askAgainAfter({ error: 'rate_limited', ...(retry_after === undefined ? {} : { retry_after }) }, failures),
  )

test('[SITE-12] a read is repeated five times, after a doubling delay or as late as the server asks', () => {
  expect(delays()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, null])
  expect(delays(5)).toEqual([5_000, 5_000, 5_000, 8_000, 16_000, null])
  expect(askAgainAfter({ error: 'not_found' }, 0)).toBeNull()
})
