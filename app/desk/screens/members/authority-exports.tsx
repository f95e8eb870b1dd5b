import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { AuthorityExport, DeskMember } from '#contract/desk/members.ts'
import { call } from '../../calls.ts'
import { download } from '../../download.ts'
import { dateText } from '../../format.ts'
import { mayCall, self } from '../../session.ts'
import { t, tCode } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Box } from '../../ui/parts.tsx'
import { ReasonDialog } from '../../ui/desk-dialog.tsx'
import styles from './member.module.css'

type Answering = { id: number; isApproval: boolean }

/** Requests to export a member's data for an authority. One person asks, another allows or refuses [DESK-11]. */
export const AuthorityExports = ({ member, onDone }: { member: DeskMember; onDone: () => void }) => {
  useSignals()
  const [answering, setAnswering] = useState<Answering | null>(null)
  if (member.authority_exports.length === 0 || !mayCall('authority_exports.decide')) return null
  const save = async ({ id }: AuthorityExport): Promise<void> => {
    await download('authority_exports.download', { params: { id: String(id) } }, `authority-export-${id}.json`)
    onDone()
  }
  return (
    <Box title={t('member.authorityExports')} icon="landmark">
      <ul className={styles['exports']}>
        {member.authority_exports.map((request) => (
          <li key={request.id}>
            <p>
              <b>{tCode('exportState', request.state)}</b>
              <br />
              <span className="muted">
                {t('member.askedBy', { name: request.by.name, date: dateText(request.at) })}
              </span>
              <br />
              {request.reason}
            </p>
            {request.state === 'asked' && request.by.id === self.value?.id ? (
              <p className="muted">{t('member.secondPerson')}</p>
            ) : null}
            {request.state === 'asked' && request.by.id !== self.value?.id ? (
              <p className={styles['buttons']}>
                <DeskButton
                  kind="second"
                  icon="check"
                  onClick={() => setAnswering({ id: request.id, isApproval: true })}
                >
                  {t('member.allow')}
                </DeskButton>
                <DeskButton kind="danger" icon="x" onClick={() => setAnswering({ id: request.id, isApproval: false })}>
                  {t('member.refuse')}
                </DeskButton>
              </p>
            ) : null}
            {request.state === 'approved' ? (
              <p className={styles['buttons']}>
                <DeskButton kind="second" icon="download" onClick={() => void save(request)}>
                  {t('member.download')}
                </DeskButton>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {answering ? (
        <ReasonDialog
          title={t(answering.isApproval ? 'member.allowTitle' : 'member.refuseTitle')}
          about={answering.id}
          note={t('member.answerNote')}
          submit={t(answering.isApproval ? 'member.allow' : 'member.refuse')}
          isDanger={!answering.isApproval}
          onClose={() => setAnswering(null)}
          send={async (reason) => {
            const answer = await call('authority_exports.decide', {
              params: { id: String(answering.id) },
              body: { approved: answering.isApproval, reason },
            })
            if (!answer.ok) return answer.failure
            setAnswering(null)
            onDone()
            return null
          }}
        />
      ) : null}
    </Box>
  )
}
