/**
 * The status of a payment. It refreshes while the page is visible: by polling, by the member's feed, and when the
 * network is back.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { PAGE_PROGRESS_MS, PROGRESS_STEP_MS } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { after, atMost, now } from '../../ports/clock.ts'
import { visible } from '../../ports/page.ts'
import { controlled } from '../../ports/service-worker.ts'
import { connection } from '../../state/connection.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { refreshSession, user } from '../../state/session.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { dropAttempt } from './paying.ts'
import { phaseOf, followPayment, type Phase, type Follower } from './payment-phase.ts'
import { readUnknownPayment, storeUnknownPayment } from './purchase-storage.ts'

/** The outcome is shown with the new balance, and without it if the server takes longer for that. */
const BALANCE_MS = 3_000

/** A worker answers with the balance that it has stored, so it asks the server first. Else the next order would seem to come after another purchase. */
const refreshBalance = async (): Promise<void> => {
  if (controlled.peek()) await call('device.sync', { body: {} })
  await refreshSession()
}

type State = { payment: Payment | null; error: ErrorBody | null }

export type FollowedPayment = State & { phase: Phase; waited: number; take: (payment: Payment) => Promise<void> }

export const usePayment = (id: string): FollowedPayment => {
  useSignals()
  const [state, setState] = useState<State>({ payment: null, error: null })
  const follower = useRef<Follower | null>(null)
  const waited = useWaited()
  const take = useCallback(async (payment: Payment): Promise<void> => {
    if (payment.status === 'completed') await atMost(BALANCE_MS, refreshBalance())
    setState({ payment, error: null })
  }, [])
  useEffect(() => {
    const follows = followPayment({
      ask: () => call('payments.get', { params: { id } }),
      after,
      hear: (answer) => {
        if (answer.ok) {
          storeUnknownPayment(answer.data.payment)
          void take(answer.data.payment)
        }
        // Show the known status until the server answers another one.
        else setState(({ payment }) => ({ payment, error: answer.error }))
      },
    })
    follower.current = follows
    return follows.stop
  }, [id, take])
  const [looked, online, me] = [visible.value, connection.value.online, user.value]
  useEffect(() => {
    if (looked) follower.current?.look()
    else follower.current?.stopPolling()
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- the member's feed and the network trigger a poll
  }, [id, looked, online, me])
  const [isKeptUnknown] = useState(() => readUnknownPayment() === id)
  const phase = phaseOf({ ...state, waited, isKeptUnknown })
  const usedCode = state.payment?.discount?.code ?? null
  useEffect(() => {
    if (phase === 'completed' || phase === 'failed' || phase === 'undone') dropAttempt(deviceStore, id)
    // A used code is not offered again.
    if (phase === 'completed' && usedCode !== null && usedCode === discountCode.peek()) setDiscountCode(null)
  }, [id, phase, usedCode])
  return { ...state, phase, waited, take }
}

/** Ms since the screen began to wait, in steps; stops at the end of a page's progress [SHELL-15]. */
const useWaited = (): number => {
  const [began] = useState(now)
  const [waited, setWaited] = useState(0)
  const isOver = waited >= PAGE_PROGRESS_MS
  useEffect(
    () => (isOver ? undefined : after(PROGRESS_STEP_MS, () => setWaited(now() - began))),
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- each step starts the next timer
    [began, waited, isOver],
  )
  return waited
}
