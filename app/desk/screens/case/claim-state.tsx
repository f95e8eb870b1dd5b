import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Claim } from '#contract/desk/queue.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import type { Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeText } from '../../format.ts'
import { t } from '../../texts.ts'
import { firstName } from '../../ui/queue-marks.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import styles from './case.module.css'

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
  const takeOver = async (data: FormData): Promise<Failure | null> => {
    const failure = await onTakeOver(textOf(data, 'take_over'))
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
