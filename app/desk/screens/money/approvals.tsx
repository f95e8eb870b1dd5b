/** Refunds and goodwill credits that need a second person. One person asks, another allows or refuses [DESK-12]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Approval } from '#contract/desk/member-money.ts'
import { call } from '../../calls.ts'
import { now } from '../../clock.ts'
import { moneyText, whenText } from '../../format.ts'
import { mayCall, self } from '../../session.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Box, Tag } from '../../ui/parts.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import styles from './money.module.css'

type Answering = { approval: Approval; isApproval: boolean }

export const Approvals = ({ approvals, onDone }: { approvals: readonly Approval[]; onDone: () => void }) => {
  useSignals()
  const [answering, setAnswering] = useState<Answering | null>(null)
  if (approvals.length === 0) return null
  return (
    <Box title={t('approval.title')} icon="users">
      <ul className={styles['approvals']}>
        {approvals.map((approval) => (
          <li key={approval.id}>
            <p>
              <b>{approvalText(approval)}</b> <StateTag approval={approval} />
              <br />
              <span className="muted">
                {t('approval.asked', { name: approval.by.name, when: whenText(approval.at, now.value) })}
              </span>
              <br />
              {t('queue.quote', { text: approval.reason })}
              {approval.decided ? (
                <>
                  <br />
                  <span className="muted">
                    {t('approval.answered', {
                      name: approval.decided.by,
                      when: whenText(approval.decided.at, now.value),
                      reason: approval.decided.reason,
                    })}
                  </span>
                </>
              ) : null}
            </p>
            {approval.decided === null ? (
              <Answers approval={approval} onAnswer={(isApproval) => setAnswering({ approval, isApproval })} />
            ) : null}
          </li>
        ))}
      </ul>
      {answering ? (
        <ReasonDialog
          title={t(answering.isApproval ? 'approval.allow' : 'approval.refuse')}
          about={answering.approval.id}
          note={
            answering.isApproval
              ? t('approval.allowNote', { what: approvalText(answering.approval) })
              : t('approval.refuseNote')
          }
          submit={t(answering.isApproval ? 'approval.allow' : 'approval.refuse')}
          isDanger={!answering.isApproval}
          onClose={() => setAnswering(null)}
          send={async (reason) => {
            const answer = await call('approvals.decide', {
              params: { id: String(answering.approval.id) },
              body: { approved: answering.isApproval, reason },
            })
            if (!answer.ok) return answer.failure
            setAnswering(null)
            showToast(t('memberMoney.done'))
            onDone()
            return null
          }}
        />
      ) : null}
    </Box>
  )
}

const approvalText = ({ kind, amount, currency, credits }: Approval): string =>
  kind === 'refund'
    ? t('queue.approvalRefund', { amount: moneyText(amount, currency) })
    : t('queue.approvalCredits', { count: credits })

const StateTag = ({ approval: { decided } }: { approval: Approval }) => {
  if (decided === null) return <Tag icon="clock">{t('approval.waits')}</Tag>
  return decided.approved ? (
    <Tag tone="good" icon="check">
      {t('approval.allowed')}
    </Tag>
  ) : (
    <Tag icon="x">{t('approval.refused')}</Tag>
  )
}

const Answers = ({ approval, onAnswer }: { approval: Approval; onAnswer: (isApproval: boolean) => void }) => {
  if (!mayCall('approvals.decide')) return null
  if (approval.by.id === self.value?.id)
    return (
      <p className={styles['line']}>
        <DeskIcon name="lock" /> <span className="muted">{t('approval.own')}</span>
      </p>
    )
  return (
    <p className={styles['acts']}>
      <DeskButton kind="second" icon="check" onClick={() => onAnswer(true)}>
        {t('approval.allow')}
      </DeskButton>
      <DeskButton kind="danger" icon="x" onClick={() => onAnswer(false)}>
        {t('approval.refuse')}
      </DeskButton>
    </p>
  )
}
