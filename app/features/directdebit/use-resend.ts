/** In how many seconds another code can be sent. */
import { useEffect, useState } from 'react'
import { SMS_RESEND_MS } from '#contract/limits.ts'
import { after, now } from '../../ports/clock.ts'

const SECOND_MS = 1_000

/** @param sentAt when the last one was, in ms */
export const useResendIn = (sentAt: number): number => {
  const [at, setAt] = useState(now)
  const due = sentAt + SMS_RESEND_MS
  // Sent again, the clock of before lags behind.
  const left = Math.max(0, Math.ceil((due - Math.max(at, sentAt)) / SECOND_MS))
  useEffect(() => (at < due ? after(SECOND_MS, () => setAt(now())) : undefined), [at, due])
  return left
}
