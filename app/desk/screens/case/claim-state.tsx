import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Claim } from '#contract/desk/entities/queue.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import type { Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeText } from '../../format.ts'
import { t } from '../../texts.ts'
import { firstName } from '../../ui/claim-mark.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
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
        <span>
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
      {isTaking ? <TakeOver onTakeOver={onTakeOver} onClose={() => setTaking(false)} /> : null}
    </div>
  )
}

type TakeOverProps = Pick<Props, 'onTakeOver'> & { onClose: () => void }

const TakeOver = ({ onTakeOver, onClose }: TakeOverProps) => {
  const form = useDeskForm(async (data) => {
    const failure = await onTakeOver(textOf(data, 'reason'))
    if (failure === null) onClose()
    return failure
  })
  return (
    <DeskDialog title={t('case.takeOverTitle')} onClose={onClose}>
      <form className={styles['stack']} onSubmit={form.submit} noValidate>
        <TextAreaField
          label={t('case.reason')}
          name="reason"
          rows={3}
          hint={t('case.reasonLogged')}
          error={fieldText(form.failure, 'take_over')}
        />
        <FailureNote failure={form.failure} />
        <DeskButton kind="danger" type="submit" disabled={form.busy}>
          {t('case.takeOverDo')}
        </DeskButton>
      </form>
    </DeskDialog>
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
