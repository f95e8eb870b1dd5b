import { useRef } from 'react'
import { useLocation } from 'wouter'
import type { Case } from '#contract/desk/case.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { call, failureText, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { self } from '../../session.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { claimedText, liveClaim } from '../../ui/queue-marks.tsx'
import { backToQueue } from './queue-link.ts'

/** Work on a case extends one's own claim when less time than this is left. */
const RENEW_BELOW_MS = 9 * MINUTE_MS

/** The claim on a case: one person of the staff works on it, the others see it and wait. */
export const useClaim = ({ subject, claim: stored }: Pick<Case, 'subject' | 'claim'>, reload: () => void) => {
  const [, navigate] = useLocation()
  const isClaiming = useRef(false)
  const claim = liveClaim(stored, now.value)
  const isMine = claim !== null && claim.staff === self.value?.id
  const isTheirs = claim !== null && !isMine

  const claimCase = async (takeOver?: string) => {
    const answer = await call('queue.claim', {
      body: { subject, ...(takeOver !== undefined && { take_over: takeOver }) },
    })
    reload()
    return answer
  }
  const takeOver = async (reason: string): Promise<Failure | null> => {
    const answer = await claimCase(reason)
    return answer.ok ? null : answer.failure
  }
  const claimNow = async (): Promise<void> => {
    const answer = await claimCase()
    showToast(answer.ok ? claimedText(answer.data.until) : failureText(answer.failure))
  }
  const release = async (): Promise<void> => {
    if (!isMine) return
    const answer = await call('queue.release', { body: { subject } })
    showToast(answer.ok ? t('claim.released') : failureText(answer.failure))
    if (answer.ok) navigate(backToQueue().href)
  }
  /** Claims a free case, or extends one's own claim, without a word about it while somebody writes. */
  const work = (): void => {
    if (isTheirs || isClaiming.current || (claim !== null && claim.until - now.peek() > RENEW_BELOW_MS)) return
    isClaiming.current = true
    void claimCase().then((answer) => {
      isClaiming.current = false
      if (!answer.ok) showToast(failureText(answer.failure))
      return undefined
    })
  }
  return { claim, isMine, isTheirs, takeOver, claimNow, release, work }
}

export type Claiming = ReturnType<typeof useClaim>
