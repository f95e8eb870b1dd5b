/** The staff answer for fictional profiles: conversations that wait, and one of them with its answer box [GUARD-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { WaitingConversation } from '#contract/desk/answers.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeLeftText, whenText } from '../../format.ts'
import { FailureNote, fieldText, unsentText, useDeskForm } from '../../ui/desk-form.tsx'
import { Head, Main } from '../../frame/head.tsx'
import { mayCall } from '../../session.ts'
import { t } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { Empty, FictionalTag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import styles from './answers.module.css'
import { Lines } from './lines.tsx'

type OpenConversation = { about: WaitingConversation; conversation: DeskAnswer<'answers.open'> }

export const AnswersScreen = () => {
  useSignals()
  const read = useCall('answers.list', {}, ['answers'])
  const { data, reload } = read
  const [opened, setOpened] = useState<OpenConversation | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const open = async (about: WaitingConversation): Promise<void> => {
    const answer = await call('answers.open', { params: paramsOf(about) })
    setRefused(answer.ok ? null : answer.failure)
    if (answer.ok) setOpened({ about, conversation: answer.data })
    else reload()
  }
  const finish = (): void => {
    setOpened(null)
    showToast(t('answers.sent'))
    reload()
  }
  return (
    <>
      <Head title={t('answers.title')} note={data ? t('answers.count', { count: data.total }) : undefined} />
      <Main stacked>
        <FailureNote failure={refused} />
        <ReadState read={read} />
        {data?.conversations.length === 0 ? (
          <Empty
            icon="theatre"
            title={t('answers.none')}
            text={t(data.responder === 'staff' ? 'answers.noneText' : 'answers.notStaff')}
          />
        ) : null}
        <ul className={styles['list']}>
          {data?.conversations.map((about) => (
            <li key={`${about.profile.id} ${about.member.id}`} className={styles['row']}>
              <p className={styles['names']}>
                {mayCall('fictional.get') ? (
                  <Link href={`/fictional/${about.profile.id}`}>
                    <b>{about.profile.name}</b>
                  </Link>
                ) : (
                  <b>{about.profile.name}</b>
                )}{' '}
                <FictionalTag />
                <br />
                <span className="muted">{t('answers.from', { name: about.member.name, count: about.waiting })}</span>
              </p>
              <p>
                {t('answers.since', { when: whenText(about.since, now.value) })}
                <br />
                <span className="muted">{t('answers.refund', { left: timeLeftText(about.refund_at, now.value) })}</span>
              </p>
              <DeskButton kind="second" onClick={() => void open(about)}>
                {t('answers.open', { name: about.profile.name })}
              </DeskButton>
            </li>
          ))}
        </ul>
      </Main>
      {opened ? <AnswerDialog {...opened} onClose={() => setOpened(null)} onSent={finish} /> : null}
    </>
  )
}

const paramsOf = ({ profile, member }: WaitingConversation) => ({
  profile: String(profile.id),
  member: String(member.id),
})

type DialogProps = OpenConversation & { onClose: () => void; onSent: () => void }

const AnswerDialog = ({ about, conversation, onClose, onSent }: DialogProps) => {
  const text = unsentText(`answer ${about.profile.id} ${about.member.id}`)
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const body = { message: conversation.message, text: textOf(data, 'text') }
    const answer = await call('answers.send', { params: paramsOf(about), body })
    if (!answer.ok) return answer.failure
    text.drop()
    onSent()
    return null
  })
  const { profile, member } = about
  return (
    <DeskDialog
      title={t('answers.dialog', { profile: profile.name, member: member.name })}
      onClose={onClose}
      actions={
        <DeskButton type="submit" form="answer" aria-disabled={busy}>
          {t('answers.send')}
        </DeskButton>
      }
    >
      <Lines lines={conversation.lines} profile={profile.name} member={member.name} />
      {conversation.persona === '' ? null : (
        <details className={styles['persona']}>
          <summary>{t('answers.persona', { name: profile.name })}</summary>
          <p>{conversation.persona}</p>
        </details>
      )}
      <form id="answer" onSubmit={submit}>
        <LongTextField
          {...text.field}
          name="text"
          label={t('answers.text', { language: conversation.language.toUpperCase() })}
          hint={t('answers.rules')}
          required
          max={MESSAGE_MAX}
          error={fieldText(failure, 'text')}
        />
        <FailureNote failure={failure} />
      </form>
    </DeskDialog>
  )
}
