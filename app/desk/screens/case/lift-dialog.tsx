import type { Case } from '#contract/desk/entities/case.ts'
import { call } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Lifts a decision that was wrong, with a reason, also after its statement has left [DESK-7]. */
export const LiftDialog = ({ decision, onClose }: { decision: Case['decisions'][number]; onClose: () => void }) => {
  const { id, kind, at } = decision
  const lift = async (reason: string) => {
    const answer = await call('decisions.lift', { params: { decision: String(id) }, body: { reason } })
    if (!answer.ok) return answer.failure
    showToast(t('case.liftDone'))
    return null
  }
  return (
    <ReasonDialog title={t('case.lift')} onReason={lift} onClose={onClose}>
      {t('case.liftText', { kind: tCode('decisionKind', kind), date: dateText(at) })}
    </ReasonDialog>
  )
}
