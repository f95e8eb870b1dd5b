/** Letters of visitors that share one text: one answer goes to all [DESK-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lettersSubject } from '#contract/desk/subject.ts'
import { classes } from '../../../ui/classes.ts'
import { call, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { Box } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './case.module.css'
import { RENEW_BELOW_MS } from './claim-state.tsx'
import { backToQueue, useQueueKey } from './queue-link.ts'

const TOPICS = ['queue']
/** A claim that was refused, or not answered, is tried again by a change after this time. */
const CLAIM_PAUSE_MS = 10_000

export const LettersCase = ({ group }: { group: string }) => {
  useSignals()
  const [, navigate] = useLocation()
  const [claimFailure, setClaimFailure] = useState<Failure | null>(null)
  /** The time from which the next change claims the letters, or extends the claim. A colleague's claim lasts until then. */
  const nextClaimAt = useRef(0)
  const read = useCall('letters.get', { params: { group } }, TOPICS)
  const { data, failure } = read
  /** Claims the letters while somebody writes, so that nobody else writes an answer to them. */
  const work = async (): Promise<void> => {
    if (now.peek() < nextClaimAt.current) return
    nextClaimAt.current = now.peek() + CLAIM_PAUSE_MS
    const answer = await call('queue.claim', { body: { subject: lettersSubject(group) } })
    if (answer.ok) nextClaimAt.current = answer.data.until - RENEW_BELOW_MS
    else if ('until' in answer.failure) nextClaimAt.current = answer.failure.until ?? nextClaimAt.current
    setClaimFailure(answer.ok ? null : answer.failure)
  }
  const answer = async (body: { upheld: boolean; text: string }): Promise<Failure | null> => {
    const answered = await call('letters.answer_group', { params: { group }, body })
    if (!answered.ok) return answered.failure
    showToast(t('letters.answered', { count: answered.data.answered }))
    navigate(backToQueue().href)
    return null
  }
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
              <AnswerForm
                place={`letters ${group}`}
                outcomes={{ upheld: t('letters.founded'), refused: t('letters.unfounded') }}
                hint={t('letters.mailed')}
                rows={8}
                closed={failure?.error === 'not_found' ? t('letters.gone') : null}
                claimFailure={claimFailure}
                onWork={() => void work()}
                reload={read.reload}
                send={answer}
              />
            </section>
          </>
        ) : null}
      </Main>
    </>
  )
}
