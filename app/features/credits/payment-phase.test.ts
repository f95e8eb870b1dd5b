import { describe, expect, test, vi } from 'vitest'
import { PAYMENT_STATUSES, type Payment } from '#contract/entities/money.ts'
import { PAGE_PROGRESS_MS } from '#contract/limits.ts'
import type { Answer } from '../../ports/api.ts'
import {
  pollDelay,
  isRecurringFailure,
  isSettled,
  phaseOf,
  progressAt,
  whyFailed,
  followPayment,
  type PaymentProgress,
} from './payment-phase.ts'
import { aPayment } from './testing.ts'

const LATE = PAGE_PROGRESS_MS
const known = (change: Partial<PaymentProgress>): PaymentProgress => ({
  payment: null,
  error: null,
  waited: 0,
  ...change,
})

describe('[PAY-5] the phase of a payment', () => {
  test('loading at first, then pending', () => {
    expect(phaseOf(known({}))).toBe('loading')
    expect(phaseOf(known({ payment: aPayment() }))).toBe('loading')
    expect(phaseOf(known({ payment: aPayment(), waited: LATE - 1 }))).toBe('loading')
    expect(phaseOf(known({ payment: aPayment(), waited: LATE }))).toBe('pending')
    expect(phaseOf(known({ payment: aPayment({ status: 'created' }), waited: LATE }))).toBe('pending')
  })

  test.each([
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['expired', 'failed'],
    ['refunded', 'undone'],
    ['charged_back', 'undone'],
  ] as const)('%s shows at once as %s, whatever failed before', (status, phase) => {
    const error = { error: 'network_unavailable' } as const
    expect(phaseOf(known({ payment: aPayment({ status }), error }))).toBe(phase)
  })

  test('without a network the phase is offline, also after pending', () => {
    const error = { error: 'network_unavailable' } as const
    expect(phaseOf(known({ error }))).toBe('offline')
    expect(phaseOf(known({ payment: aPayment(), error, waited: LATE }))).toBe('offline')
  })

  test('a charge without an answer is being found out, at once and also offline', () => {
    const payment = aPayment({ status: 'created', finding_out: true, repeated: true })
    const error = { error: 'network_unavailable' } as const
    expect(phaseOf(known({ payment }))).toBe('finding_out')
    expect(phaseOf(known({ payment, error, waited: LATE }))).toBe('finding_out')
    // After a cold start without a network the device still has the stored id.
    expect(phaseOf(known({ error, isKeptUnknown: true }))).toBe('finding_out')
    expect(phaseOf(known({ payment: aPayment({ status: 'completed' }), isKeptUnknown: true }))).toBe('completed')
  })

  test('an unknown payment is not pending; a failed server request is unclear and retried', () => {
    expect(phaseOf(known({ error: { error: 'not_found' } }))).toBe('unknown')
    expect(phaseOf(known({ error: { error: 'server_error' }, waited: LATE }))).toBe('unclear')
  })

  test('only final states are settled', () => {
    const settled = PAYMENT_STATUSES.filter((status) => isSettled(aPayment({ status })))
    expect(settled).toEqual(['completed', 'failed', 'cancelled', 'expired', 'refunded', 'charged_back'])
    expect(isSettled(null)).toBe(false)
  })

  test('the poll interval grows: 1, 1, 2, 4 … seconds, at most a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map(pollDelay)).toEqual([
      1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ])
  })
})

test('[SHELL-15] the progress of a page takes five seconds', () => {
  expect([0, 200, 2_500, 5_000, 9_000].map(progressAt)).toEqual([0, 0.04, 0.5, 1, 1])
})

test('[PAY-5] the reason of a failure is given as far as it is known', () => {
  expect(whyFailed(aPayment({ status: 'cancelled' }))).toBe('cancelled')
  expect(whyFailed(aPayment({ status: 'expired', failure: 'other' }))).toBe('expired')
  expect(whyFailed(aPayment({ status: 'failed', failure: 'insufficient_funds' }))).toBe('insufficient_funds')
  expect(whyFailed(aPayment({ status: 'failed' }))).toBe('other')
})

test('[PAY-6] a failed stored card is a failure of its own kind; a cancellation is not', () => {
  expect(isRecurringFailure(aPayment({ status: 'failed', failure: 'recurring_failed' }))).toBe(true)
  expect(isRecurringFailure(aPayment({ status: 'failed', failure: 'declined', repeated: true }))).toBe(true)
  expect(isRecurringFailure(aPayment({ status: 'failed', failure: 'declined' }))).toBe(false)
  expect(isRecurringFailure(aPayment({ status: 'cancelled', repeated: true }))).toBe(false)
})

type Got = Answer<'payments.get'>
const stands = (status: Payment['status']): Got => ({
  ok: true,
  queued: false,
  cachedAt: null,
  data: { payment: aPayment({ status }) },
})
const lost: Got = { ok: false, error: { error: 'network_unavailable' } }

const stage = (...answers: Got[]) => {
  const timers: { ms: number; run: () => void }[] = []
  const heard: Got[] = []
  const ask = vi.fn<() => Promise<Got>>(async () => answers.shift() ?? stands('pending'))
  const follower = followPayment({
    ask,
    hear: (answer) => void heard.push(answer),
    after: (ms, run) => {
      const timer = { ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
    },
  })
  /** Fires the next timer and waits for its answer. */
  const pass = async (): Promise<number> => {
    const timer = timers.shift()
    timer?.run()
    await settled()
    return timer?.ms ?? -1
  }
  return { ...follower, ask, heard, timers, pass }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}

describe('[PAY-5] a payment is polled until it is settled', () => {
  test('with a back-off, also after failed requests', async () => {
    const { look, pass, heard, timers } = stage(stands('pending'), lost, stands('pending'), stands('completed'))
    look()
    await settled()
    expect([await pass(), await pass(), await pass()]).toEqual([1_000, 1_000, 2_000])
    expect(heard.at(-1)).toEqual(stands('completed'))
    expect(timers).toEqual([])
  })

  test('news of the member triggers a poll at once, and a settled payment is not polled', async () => {
    const { look, ask, timers } = stage(stands('pending'), stands('failed'))
    look()
    await settled()
    look()
    await settled()
    expect(ask).toHaveBeenCalledTimes(2)
    look()
    await settled()
    expect(ask).toHaveBeenCalledTimes(2)
    expect(timers).toEqual([])
  })

  test('a hidden page does not poll; a visible one polls at once', async () => {
    const { look, stopPolling, ask, timers } = stage()
    look()
    await settled()
    stopPolling()
    expect(timers).toEqual([])
    look()
    await settled()
    expect(ask).toHaveBeenCalledTimes(2)
    expect(timers).toHaveLength(1)
  })

  test('an answer after the screen was left is ignored', async () => {
    const { look, stop, heard } = stage()
    look()
    stop()
    await settled()
    expect(heard).toEqual([])
  })
})
