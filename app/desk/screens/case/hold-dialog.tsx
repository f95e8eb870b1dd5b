import type { Case } from '#contract/desk/entities/case.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './case.module.css'

/** Sets or ends the legal hold of a snapshot, with a reason [DESK-6]. */
export const HoldDialog = ({ snapshot, onClose }: { snapshot: Case['evidence'][number]; onClose: () => void }) => {
  const { letter, legal_hold, held_until } = snapshot
  const form = useDeskForm(async (data) => {
    const body = { legal_hold: !legal_hold, reason: textOf(data, 'reason') }
    const answer = await call('case.hold', { params: { letter: String(letter) }, body })
    if (!answer.ok) return answer.failure
    onClose()
    return null
  })
  return (
    <DeskDialog title={t(legal_hold ? 'case.endHold' : 'case.hold')} onClose={onClose}>
      <p>{t(legal_hold ? 'case.endHoldText' : 'case.holdText', { date: dateText(held_until) })}</p>
      <form className={styles['stack']} onSubmit={form.submit} noValidate>
        <TextAreaField
          label={t('case.reason')}
          name="reason"
          rows={3}
          hint={t('case.reasonLogged')}
          error={fieldText(form.failure, 'reason')}
        />
        <FailureNote failure={form.failure} />
        <DeskButton type="submit" disabled={form.busy}>
          {t(legal_hold ? 'case.endHold' : 'case.hold')}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
