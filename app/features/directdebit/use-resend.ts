/** The seconds until another code can be sent. */
import { useEffect, useState } from 'react'
import { SMS_RESEND_MS } from '#contract/limits.ts'
import { after, now } from '../../ports/clock.ts'

const SECOND_MS = 1_000

/** @param sentAt the time of the last code, in ms */
export const useResendIn = (sentAt: number): number => {
  const [at, setAt] = useState(now)
  const due = sentAt + SMS_RESEND_MS
  // After another code, `at` is older than `sentAt` until the next tick.
  const left = Math.max(0, Math.ceil((due - Math.max(at, sentAt)) / SECOND_MS))
  useEffect(() => (at < due ? after(SECOND_MS, () => setAt(now())) : undefined), [at, due])
  return left
}
