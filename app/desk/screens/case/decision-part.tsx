import { useState } from 'react'
import { useLocation } from 'wouter'
import { deskCalls } from '#contract/desk/calls.ts'
import type { Case } from '#contract/desk/case.ts'
import { Note } from '../../../ui/note.tsx'
import { t, tCode } from '../../texts.ts'
import { Appeals } from './appeals.tsx'
import { ClaimNote, ReadOnly, type Claiming } from './claim-state.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { backToQueue } from './queue-link.ts'

type Props = {
  data: Case
  /** Whether the role of this person allows decisions. */
  mayDecide: boolean
  claiming: Claiming
  reload: () => void
}

/** The answer to a case: its appeals and its decision. Somebody else's claim, or a role without decisions, leaves a note instead. */
export const DecisionPart = ({ data, mayDecide, claiming, reload }: Props) => {
  const [, navigate] = useLocation()
  const { items, decisions } = data
  const [hadItems] = useState(items.length > 0)
  const { claim, isMine, isTheirs, takeOver, claimNow, work } = claiming
  if (claim && isTheirs) return <ReadOnly claim={claim} onTakeOver={takeOver} />
  const claimNote = claim && isMine ? <ClaimNote claim={claim} onKeep={() => void claimNow()} /> : null
  if (!mayDecide)
    return (
      <>
        {claimNote}
        <p className="muted">
          {t('case.notYourRole', {
            roles: deskCalls['case.decide'].roles.map((one) => tCode('role', one)).join(', '),
          })}
        </p>
      </>
    )
  return (
    <>
      {claimNote}
      <Appeals
        decisions={decisions.filter(({ appeal }) => appeal !== null && appeal.upheld === null)}
        reads={data.history.language}
        reload={reload}
        onWork={work}
        // A case without anything else is done. Its page would say that somebody has decided it meanwhile.
        onAnswered={() => (items.length > 1 ? reload() : navigate(backToQueue().href))}
      />
      {hadItems && items.length === 0 ? (
        <Note tone="warn" role="status">
          <p>{t('case.decidedMeanwhile')}</p>
        </Note>
      ) : null}
      {items.length > 0 && items.every(({ kind }) => kind === 'appeal') ? null : (
        <DecisionPanel data={data} onWork={work} reload={reload} />
      )}
    </>
  )
}
