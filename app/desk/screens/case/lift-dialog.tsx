import type { Case } from '#contract/desk/entities/case.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './case.module.css'

/** Lifts a decision that was wrong, with a reason, also after its statement has left [DESK-7]. */
export const LiftDialog = ({ decision, onClose }: { decision: Case['decisions'][number]; onClose: () => void }) => {
  const { id, kind, at } = decision
  const form = useDeskForm(async (data) => {
    const body = { reason: textOf(data, 'reason') }
    const answer = await call('decisions.lift', { params: { decision: String(id) }, body })
    if (!answer.ok) return answer.failure
    showToast(t('case.liftDone'))
    onClose()
    return null
  })
  return (
    <DeskDialog title={t('case.lift')} onClose={onClose}>
      <p>{t('case.liftText', { kind: tCode('decisionKind', kind), date: dateText(at) })}</p>
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
          {t('case.lift')}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
