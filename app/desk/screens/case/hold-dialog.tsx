import type { Case } from '#contract/desk/entities/case.ts'
import { call } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t } from '../../texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Sets or ends the legal hold of a snapshot, with a reason [DESK-6]. */
export const HoldDialog = ({ snapshot, onClose }: { snapshot: Case['evidence'][number]; onClose: () => void }) => {
  const { letter, legal_hold, held_until } = snapshot
  const change = async (reason: string) => {
    const answer = await call('case.hold', {
      params: { letter: String(letter) },
      body: { legal_hold: !legal_hold, reason },
    })
    return answer.ok ? null : answer.failure
  }
  return (
    <ReasonDialog title={t(legal_hold ? 'case.endHold' : 'case.hold')} onReason={change} onClose={onClose}>
      {t(legal_hold ? 'case.endHoldText' : 'case.holdText', { date: dateText(held_until) })}
    </ReasonDialog>
  )
}
