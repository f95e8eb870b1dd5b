/** The claim on a case: who works on it, and what the others see meanwhile [DESK-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Case } from '#contract/desk/case.ts'
import type { Claim } from '#contract/desk/queue.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { Note } from '../../../ui/note.tsx'
import { call, failureText, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeText } from '../../format.ts'
import { self } from '../../session.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { claimedText, firstName, liveClaim } from '../../ui/queue-marks.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import styles from './case.module.css'
import { backToQueue } from './queue-link.ts'

/** Work on a case extends one's own claim when less time than this is left. */
export const RENEW_BELOW_MS = 9 * MINUTE_MS

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

type Props = { claim: Claim; onTakeOver: (reason: string) => Promise<Failure | null> }

/** Shown while a colleague has the case: everybody may read it, but only the colleague may decide [DESK-4]. */
export const ReadOnly = ({ claim, onTakeOver }: Props) => {
  const [isTaking, setTaking] = useState(false)
  const name = firstName(claim.name)
  return (
    <div className={styles['stack']}>
      <p className={styles['line']}>
        <StaffSquare name={claim.name} large />
        <span className={styles['grow']}>
          <b>{t('case.theirs', { name })}</b>
          <br />
          <span className="muted">{t('case.readAlong', { time: timeText(claim.until) })}</span>
        </span>
      </p>
      <Note>
        <p>{t('case.closed', { name })}</p>
      </Note>
      <p>
        <DeskButton kind="quiet" onClick={() => setTaking(true)}>
          {t('case.takeOver')}
        </DeskButton>
      </p>
      {isTaking ? <TakeOver name={name} onTakeOver={onTakeOver} onClose={() => setTaking(false)} /> : null}
    </div>
  )
}

type TakeOverProps = Pick<Props, 'onTakeOver'> & { name: string; onClose: () => void }

const TakeOver = ({ name, onTakeOver, onClose }: TakeOverProps) => {
  const takeOver = async (reason: string): Promise<Failure | null> => {
    const failure = await onTakeOver(reason)
    if (failure === null) onClose()
    return failure
  }
  return (
    <ReasonDialog
      title={t('case.takeOverTitle')}
      note={t('case.takeOverText', { name })}
      submit={t('case.takeOverDo')}
      field="take_over"
      isDanger
      send={takeOver}
      onClose={onClose}
    />
  )
}

/** A warning in the last minute of one's own claim, with a button that extends the claim. */
export const ClaimNote = ({ claim, onKeep }: { claim: Claim; onKeep: () => void }) => {
  useSignals()
  if (claim.until - now.value > MINUTE_MS) return null
  return (
    <Note tone="warn" icon="clock" role="status">
      <p>{t('case.ends')}</p>
      <DeskButton kind="second" keys="c" onClick={onKeep}>
        {t('case.keep')}
      </DeskButton>
    </Note>
  )
}
