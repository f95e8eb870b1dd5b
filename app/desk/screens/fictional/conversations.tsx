/** The conversations of a fictional profile. Opening one needs a reason and is a row of the audit [DESK-3]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { FictionalConversation, FictionalProfile } from '#contract/desk/fictional.ts'
import { call } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog, ReasonDialog } from '../../ui/desk-dialog.tsx'
import { Box } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { Lines } from '../answers/lines.tsx'
import styles from './fictional.module.css'

type OpenConversation = { about: FictionalConversation; conversation: DeskAnswer<'fictional.open'> }

export const Conversations = ({ profile }: { profile: FictionalProfile }) => {
  useSignals()
  const read = useCall('fictional.conversations', { params: { id: String(profile.id) } })
  const { data } = read
  const [asking, setAsking] = useState<FictionalConversation | null>(null)
  const [opened, setOpened] = useState<OpenConversation | null>(null)
  return (
    <Box
      title={t('fictional.conversations')}
      icon="message"
      end={
        data ? <span className="muted num">{t('fictional.conversationCount', { count: data.total })}</span> : undefined
      }
    >
      <ReadState read={read} />
      {data?.conversations.length === 0 ? <p className="muted">{t('fictional.noConversations')}</p> : null}
      <ul className={styles['conversations']}>
        {data?.conversations.map((about) => (
          <li key={about.id}>
            <p>
              <b>{nameOf(about)}</b>
              <br />
              <span className="muted">
                {t('fictional.conversationOf', {
                  count: about.messages,
                  when: about.last_at === null ? '–' : whenText(about.last_at, now.value),
                })}
              </span>
            </p>
            <DeskButton
              kind="second"
              icon="eye"
              aria-label={t('fictional.openOf', { member: nameOf(about) })}
              onClick={() => setAsking(about)}
            >
              {t('fictional.open')}
            </DeskButton>
          </li>
        ))}
      </ul>
      {data && data.total > data.conversations.length ? (
        <p className="muted">{t('fictional.newestOnly', { count: data.conversations.length })}</p>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={t('fictional.openOf', { member: nameOf(asking) })}
          about={asking.member.id}
          note={t('fictional.openNote')}
          submit={t('fictional.open')}
          onClose={() => setAsking(null)}
          send={async (reason) => {
            const answer = await call('fictional.open', {
              params: { id: String(profile.id), member: String(asking.member.id) },
              body: { reason },
            })
            if (!answer.ok) return answer.failure
            setOpened({ about: asking, conversation: answer.data })
            setAsking(null)
            return null
          }}
        />
      ) : null}
      {opened ? (
        <DeskDialog
          title={t('answers.dialog', { profile: profile.name, member: nameOf(opened.about) })}
          onClose={() => setOpened(null)}
        >
          {opened.conversation.more ? <p className="muted">{t('fictional.olderLines')}</p> : null}
          <Lines lines={opened.conversation.lines} profile={profile.name} member={nameOf(opened.about)} />
        </DeskDialog>
      ) : null}
    </Box>
  )
}

/** An erased member has no name. */
const nameOf = ({ member }: FictionalConversation): string =>
  member.name === '' ? t('case.erasedMember', { number: member.id }) : member.name
