/** One case: a member with all waiting items about them, or visitors' letters that share one text [DESK-6] to [DESK-9]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { lettersOf, lettersSubject, memberOf } from '#contract/desk/subject.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/note.tsx'
import { SegmentedChoice } from '../../../ui/segmented.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import type { ScreenProps } from '../../screens.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import { FailureNote, fieldText, unsentText, useDeskForm } from '../../ui/desk-form.tsx'
import { Box } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { sendByKeys } from './appeals.tsx'
import styles from './case.module.css'
import { RENEW_BELOW_MS } from './claim-state.tsx'
import { MemberCase } from './member-case.tsx'
import { backToQueue, useQueueKey } from './queue-link.ts'

export const CaseScreen = ({ params }: ScreenProps) => {
  const subject = params['subject'] ?? ''
  const member = memberOf(subject)
  const group = lettersOf(subject)
  if (member !== null) return <MemberCaseLoader key={subject} member={member} />
  if (group !== null) return <LettersCase key={subject} group={group} />
  return <NoCase read={NOT_THERE} />
}

const TOPICS = ['queue', 'claim']

const MemberCaseLoader = ({ member }: { member: number }) => {
  useSignals()
  const { data, failure, reload } = useCall('case.get', { params: { member: String(member) } }, TOPICS)
  return data ? (
    <MemberCase data={data} failure={failure} reload={reload} />
  ) : (
    <NoCase read={{ data, failure, reload }} />
  )
}

/** An address that names no case. */
const NOT_THERE = { data: null, failure: { error: 'not_found' }, reload: () => undefined } as const

const NoCase = ({ read }: Pick<ComponentProps<typeof ReadState>, 'read'>) => {
  useSignals()
  useKeys([useQueueKey()])
  return (
    <>
      <Head title={t('case.title')} back={backToQueue()} />
      <Main>
        <ReadState read={read} missing={{ title: t('case.notThere'), text: t('error.not_found') }} />
      </Main>
    </>
  )
}

const LETTER_TOPICS = ['queue']
/** A claim that was refused, or not answered, is tried again by a change after this time. */
const CLAIM_PAUSE_MS = 10_000

const LettersCase = ({ group }: { group: string }) => {
  useSignals()
  const [, navigate] = useLocation()
  const [outcome, setOutcome] = useState<'founded' | 'unfounded' | ''>('')
  const [refused, setRefused] = useState<Failure | null>(null)
  /** The time from which the next change claims the letters, or extends the claim. A colleague's claim lasts until then. */
  const nextClaimAt = useRef(0)
  const read = useCall('letters.get', { params: { group } }, LETTER_TOPICS)
  const { data, failure } = read
  const isGone = failure?.error === 'not_found'
  /** Claims the letters while somebody writes, so that nobody else writes an answer to them. */
  const work = async (): Promise<void> => {
    if (now.peek() < nextClaimAt.current) return
    nextClaimAt.current = now.peek() + CLAIM_PAUSE_MS
    const answer = await call('queue.claim', { body: { subject: lettersSubject(group) } })
    if (answer.ok) nextClaimAt.current = answer.data.until - RENEW_BELOW_MS
    else if ('until' in answer.failure) nextClaimAt.current = answer.failure.until ?? nextClaimAt.current
    setRefused(answer.ok ? null : answer.failure)
  }
  const text = unsentText(`letters ${group}`)
  const form = useDeskForm(async (fields) => {
    if (outcome === '') return { error: 'invalid_input' }
    const body = { upheld: outcome === 'founded', text: textOf(fields, 'text') }
    const answer = await call('letters.answer_group', { params: { group }, body })
    if (!answer.ok) {
      if (answer.failure.error === 'not_found') read.reload()
      return answer.failure
    }
    text.drop()
    showToast(t('letters.answered', { count: answer.data.answered }))
    navigate(backToQueue().href)
    return null
  })
  useKeys([useQueueKey()])
  const first = data?.items[0]
  return (
    <>
      <Head
        title={first ? tCode('kind', first.kind) : t('case.title')}
        note={data ? t('letters.count', { count: data.count }) : undefined}
        back={backToQueue()}
      />
      <Main bare className={styles['letters']}>
        {data ? null : <ReadState read={read} missing={{ title: t('case.notThere'), text: t('error.not_found') }} />}
        {data ? (
          <>
            <section className={styles['evidence']} aria-label={t('case.reported')}>
              <Box
                title={t('letters.text')}
                icon="mail"
                end={data.language === '' ? undefined : <span className="muted">{languageWord(data.language)}</span>}
              >
                <p className={styles['quote']} lang={data.language || undefined}>
                  {data.text}
                </p>
              </Box>
              <ul
                className={classes(styles['decisions'], styles['senders'])}
                tabIndex={0}
                aria-label={t('case.senders')}
              >
                {data.items.map((item) => (
                  <li key={item.id} className="num">
                    {[item.number, whenText(item.at, now.value), item.from?.name ?? t('queue.visitor')]
                      .filter((text) => text !== '')
                      .join(' · ')}
                  </li>
                ))}
              </ul>
              {data.count > data.items.length ? (
                <p className="muted">{t('queue.moreItems', { count: data.count - data.items.length })}</p>
              ) : null}
            </section>
            <section className={styles['decide']} aria-label={t('case.decision')}>
              <h2>{t('letters.answerTitle', { count: data.count })}</h2>
              <form
                className={styles['stack']}
                onSubmit={form.submit}
                onChange={() => void work()}
                onKeyDown={sendByKeys}
                noValidate
              >
                {isGone ? (
                  <Note tone="bad" role="alert">
                    <p>{t('letters.gone')}</p>
                  </Note>
                ) : (
                  <FailureNote failure={form.failure ?? refused} />
                )}
                <SegmentedChoice
                  label={t('case.outcome')}
                  name="outcome"
                  value={outcome}
                  items={[
                    { value: 'founded', label: t('letters.founded') },
                    { value: 'unfounded', label: t('letters.unfounded') },
                  ]}
                  onChange={setOutcome}
                />
                <LongTextField
                  {...text.field}
                  label={t('case.answer')}
                  max={LETTER_MAX}
                  name="text"
                  rows={8}
                  hint={t('letters.mailed')}
                  error={fieldText(form.failure, 'text')}
                />
                <DeskButton
                  type="submit"
                  icon="send"
                  lead
                  keys="Control+Enter"
                  disabled={form.busy || isGone || outcome === ''}
                >
                  {t('case.send')}
                </DeskButton>
              </form>
            </section>
          </>
        ) : null}
      </Main>
    </>
  )
}
