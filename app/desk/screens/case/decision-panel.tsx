/** The form of a decision. A key chooses the act, the statement shows before sending, and an undo works for 30 seconds [DESK-7][DESK-8]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Case } from '#contract/desk/case.ts'
import { UNDO_MS } from '#contract/desk/limits.ts'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/note.tsx'
import { call, failureText, isOutdated, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { useKeys } from '../../keys.ts'
import { useRepeatId } from '../../ui/desk-form.tsx'
import { self } from '../../session.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton, Kbd } from '../../ui/desk-button.tsx'
import styles from './case.module.css'
import {
  bodyOf,
  CHOICES,
  draftAt,
  firstDraft,
  judgedLetters,
  lacksFacts,
  removesPhoto,
  storeDraft,
  USUAL_DAYS,
  type DecisionChoice,
  type DecisionDraft,
} from './draft.ts'
import { DecisionFields } from './decision-fields.tsx'
import { backToQueue } from './queue-link.ts'
import { editableText, Statement, usePreview, type Preview } from './statement.tsx'

/** Whether the server said that it has not decided. Otherwise the answer was lost, and the decision may have been made. */
const isKnown = ({ error }: Failure): boolean => error !== 'network_unavailable' && error !== 'answer_unreadable'

type Props = {
  data: Case
  /** Called at every change of the draft, to claim the case or extend the claim. */
  onWork: () => void
  reload: () => void
}

export const DecisionPanel = ({ data, onWork, reload }: Props) => {
  useSignals()
  const [, navigate] = useLocation()
  const { subject, member } = data
  const key = `${self.value?.id ?? 0} ${subject}`
  const draft = draftAt(key) ?? firstDraft(data)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [isSending, setSending] = useState(false)
  const facts = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const sendArea = useRef<HTMLDivElement>(null)
  const repeatId = useRepeatId()
  const preview = usePreview(member.id, draft)
  const { choice, days } = draft
  // Ctrl Enter sends from anywhere in the panel, and the button may be far below.
  useEffect(() => {
    if (failure) sendArea.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const change = (part: Partial<DecisionDraft>): void => {
    storeDraft(key, { ...draft, ...part })
    setIncomplete(false)
    onWork()
  }
  // A suspension always ends.
  const choose = (next: DecisionDraft['choice']): void =>
    change({ choice: next, ...(next === 'suspend' && days === null && { days: USUAL_DAYS }) })

  const send = async (): Promise<void> => {
    const body = bodyOf(draft, now.peek())
    if (isSending) return
    if (body === null) return void showToast(t('case.chooseFirst'))
    const tooLong = panel.current?.querySelector<HTMLElement>('[data-too-long]')
    if (tooLong) return tooLong.focus()
    if (lacksFacts(draft)) {
      setIncomplete(true)
      facts.current?.focus()
      return
    }
    setSending(true)
    setFailure(null)
    const answer = await call('case.decide', {
      params: { member: String(member.id) },
      body: {
        ...body,
        ...judgedLetters(draft, data),
        client_id: repeatId(JSON.stringify(draft)),
        ...(data.case !== null && { case: data.case }),
      },
    })
    setSending(false)
    if (!answer.ok) {
      setFailure(answer.failure)
      if (isOutdated(answer.failure)) reload()
      return
    }
    storeDraft(key, null)
    offerUndo(data, draft, answer.data, () => {
      storeDraft(key, draft)
      navigate(`/cases/${subject}`)
    })
    navigate(backToQueue().href)
  }

  useKeys([
    {
      keys: CHOICES.map((_, index) => String(index + 1)),
      isRange: true,
      text: 'key.decision',
      run: (pressed) => choose(CHOICES[Number(pressed) - 1] ?? null),
    },
    {
      keys: ['e'],
      text: 'key.editStatement',
      run: () =>
        preview &&
        preview.paragraphs.length > 0 &&
        !removesPhoto(draft) &&
        change({ statement: editableText(preview) }),
    },
    { keys: ['Control+Enter'], text: 'key.send', run: () => void send() },
  ])

  return (
    <div ref={panel} className={styles['stack']}>
      <header className={styles['line']}>
        <h2 className={styles['grow']}>{t('case.decision')}</h2>
        <span className="muted">{t('case.holds')}</span>
      </header>
      <Choices choice={choice} onChoose={choose} />
      <DecisionFields
        data={data}
        draft={draft}
        language={preview?.language}
        facts={facts}
        isIncomplete={isIncomplete}
        change={change}
      />
      <Statement
        draft={draft}
        name={member.name}
        isFictional={member.fictional}
        preview={preview}
        onEdit={(statement) => change({ statement })}
      />
      <div ref={sendArea} className={styles['send']}>
        {failure ? (
          <Note tone="bad" role="alert">
            <p>
              <b>{failureText(failure)}</b>
            </p>
            <p>{isKnown(failure) ? t('case.notSent', { name: member.name }) : t('case.perhapsSent')}</p>
          </Note>
        ) : null}
        <DeskButton
          kind={choice === 'ban' ? 'danger' : 'primary'}
          icon={choice === 'ban' ? 'ban' : 'send'}
          lead
          keys="Control+Enter"
          disabled={choice === null || isSending}
          onClick={() => void send()}
        >
          {failure ? t('case.sendAgain') : choice === null ? t('case.send') : tCode('sendChoice', choice)}
        </DeskButton>
      </div>
      <p className="muted">
        {preview && preview.reporters.length > 0 ? `${hearText(preview)} ` : ''}
        {t('case.undoFor', { seconds: numberText(UNDO_MS / 1_000) })}
      </p>
    </div>
  )
}

const hearText = ({ reporters, more_reporters }: Preview): string => {
  const names = reporters.join(', ')
  return more_reporters === 0 ? t('case.hear', { names }) : t('case.hearMore', { names, count: more_reporters })
}

/** Says that a decision was sent, and undoes it on request for as long as the server allows. */
const offerUndo = (
  { member }: Pick<Case, 'member'>,
  { choice }: DecisionDraft,
  { at, undo_until, answered }: DeskAnswer<'case.decide'>,
  onUndone: () => void,
): void => {
  const undo = async (): Promise<void> => {
    const answer = await call('case.undo', { params: { member: String(member.id) }, body: { at } })
    if (!answer.ok) return void showToast(failureText(answer.failure))
    removeToast()
    if (!answer.data.undone) return void showToast(t('case.tooLate'))
    showToast(t('case.undone', { name: member.name }))
    onUndone()
  }
  const action = { label: t('case.undo'), keys: 'u', until: undo_until, run: () => void undo() }
  const text = t('case.sent', { name: member.name, act: tCode('choice', choice ?? ''), count: answered })
  const removeToast = showToast(text, action, Math.min(UNDO_MS, Math.max(0, undo_until - now.peek())))
}

/** One button for each choice, and the effect of the chosen one. */
const Choices = ({
  choice,
  onChoose,
}: {
  choice: DecisionDraft['choice']
  onChoose: (choice: DecisionChoice) => void
}) => (
  <div className={styles['acts']} role="group" aria-label={t('case.whatToDo')}>
    {CHOICES.map((one, index) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === choice}
        aria-keyshortcuts={String(index + 1)}
        className={classes(one === choice && styles['on'])}
        onClick={() => onChoose(one)}
      >
        <Kbd keys={String(index + 1)} />
        {tCode('choice', one)}
      </button>
    ))}
    {choice === null ? null : <p className="muted">{tCode('effect', choice)}</p>}
  </div>
)
