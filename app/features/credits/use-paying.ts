/** Runs one purchase per tap and returns its outcome; the payer continues to the checkout, or sees the reason. */
import { effect } from '@preact/signals-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../ports/api.ts'
import { now } from '../../ports/clock.ts'
import { openPage, onPageRestored } from '../../ports/leaving.ts'
import { newId } from '../../ports/random.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { href } from '../../shell/routes.ts'
import { user } from '../../state/session.ts'
import { beginRequest } from './action-bar.tsx'
import { isDiscountError, type NewPrice, type Order } from './order.ts'
import { pay, type PaymentChoice, type PaymentOutcome } from './paying.ts'
import { storeUnknownPayment } from './purchase-storage.ts'

export type Paying = {
  busy: boolean
  /** The outcome that stopped the purchase, until the next tap. */
  outcome:
    | Extract<PaymentOutcome, { kind: 'price' | 'unsure' | 'refused' }>
    | { kind: 'have_more'; credits: number }
    | null
  buy: (order: Order, how: PaymentChoice) => void
}

export const usePaying = (onPrice: (now: NewPrice) => void): Paying => {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Paying['outcome']>(null)
  // State alone is too late: a second tap can come before the first has been rendered.
  const isRunning = useRef(false)
  const setRunning = (isNow: boolean): void => {
    isRunning.current = isNow
    setBusy(isNow)
  }
  useEffect(
    () =>
      onPageRestored(() => {
        isRunning.current = false
        setBusy(false)
      }),
    [],
  )
  const hasMore = useHasMore()
  const run = async (order: Order, how: PaymentChoice): Promise<void> => {
    setRunning(true)
    setOutcome(null)
    const result = await pay(order, how, { call, newId, now, store: deviceStore, begin: beginRequest })
    if (result.kind === 'checkout' || result.kind === 'status') {
      // A payer who returns with Back must find the status of the payment, not the form.
      const { payment } = result
      storeUnknownPayment(payment)
      const path = href('credits-id-paymentmethod', { id: order.package, paymentmethod: payment.method })
      navigate(`${path}?payment=${payment.payment_id}`, { replace: true })
      if (result.kind === 'checkout') openPage(result.url)
      else setRunning(false)
      return
    }
    setRunning(false)
    setOutcome(result)
    if (result.kind === 'price') onPrice(result.now)
    // The code has ended since the prices were fetched, so they are others by now.
    else if (result.kind === 'refused' && isDiscountError(result.error)) onPrice({})
  }
  return {
    busy,
    outcome,
    buy: (order, how) => {
      if (isRunning.current) return
      const credits = hasMore()
      if (credits === null) void run(order, how)
      else setOutcome({ kind: 'have_more', credits })
    },
  }
}

/**
 * The screen of an order may be open in a tab while another tab or device buys [PAY-13].
 * @returns a function that returns the balance if it has grown since the screen opened or since the last such answer, else null
 */
const useHasMore = (): (() => number | null) => {
  const lowest = useRef<number | null>(null)
  useEffect(
    () =>
      effect(() => {
        const { credits } = user.value ?? {}
        if (credits !== undefined) lowest.current = Math.min(credits, lowest.current ?? credits)
      }),
    [],
  )
  return () => {
    const credits = user.peek()?.credits ?? null
    const hasGrown = credits !== null && lowest.current !== null && credits > lowest.current
    lowest.current = credits
    return hasGrown ? credits : null
  }
}
