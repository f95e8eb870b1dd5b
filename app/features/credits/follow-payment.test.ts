import { describe, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/entities/money.ts'
import type { Answer } from '../../ports/api.ts'
import { followPayment } from './follow-payment.ts'
import { aPayment } from './testing.ts'

type Got = Answer<'payments.get'>
const stands = (status: Payment['status']): Got => ({
  ok: true,
  queued: false,
  heldAt: null,
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
    const { look, rest, ask, timers } = stage()
    look()
    await settled()
    rest()
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
