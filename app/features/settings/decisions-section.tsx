/** Decisions that restrict the member, each with its reason and an appeal: not written yet, pending, or answered [SAFE-8]. */
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import { REPORT_REASONS, type Decision } from '#contract/entities/safety.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { houseRuleOf } from '#contract/rules/house-rules.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { call } from '../../ports/api.ts'
import { serverNow } from '../../ports/clock.ts'
import { FailedRead } from '../../shell/failed-read.tsx'
import { fieldErrorText } from '../../state/error-text.ts'
import { dayOf } from '../../state/format.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button } from '../../ui/button.tsx'
import { ownDraft } from '../../state/drafts.ts'
import { classes } from '../../ui/classes.ts'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { Rows } from '../../ui/rows.tsx'
import { isAnchorHere } from '../../ui/use-anchor.ts'
import { textOf, useForm } from '../../ui/use-form.ts'
import styles from './settings.module.css'

const KIND_WORDS: Record<Decision['kind'], TextKey> = {
  photo_rejected: 'settings.decisionPhoto',
  profile_restricted: 'settings.decisionProfile',
  messages_restricted: 'settings.decisionMessages',
  warned: 'settings.decisionWarned',
  muted: 'settings.decisionMuted',
  suspended: 'settings.decisionSuspended',
  banned: 'settings.decisionBanned',
  text_removed: 'settings.decisionText',
}

const REASONS: ReadonlySet<string> = new Set([...PHOTO_REASONS, ...REPORT_REASONS])

const reasonWords = (reason: string): string => tCode('value', `reason_${REASONS.has(reason) ? reason : 'other'}`)

/** An appeal that is begun and not sent: the member may read the rules in between, or on another day. */
const begunAppeal = (decision: number) => ownDraft(`appeal-${decision}`)

/** The rule that a decision rests on, as its number and title, with a link to its text (DSA art. 17(3)(e)). */
const RuleLink = ({ reason }: Pick<Decision, 'reason'>) => {
  const { rule, number, path } = houseRuleOf(reason)
  const title = tCode('safety', `rule_${rule}`)
  return <Link href={path}>{t('safety.rule', { rule: number === null ? title : `${number}. ${title}` })}</Link>
}

type Props = { decision: Decision; refresh: () => Promise<void> }

const DecisionItem = ({ decision, refresh }: Props) => {
  const [isBegun] = useState(() => begunAppeal(decision.id).read() !== '')
  const [isAsked, setAsked] = useState(false)
  const title = useId()
  const writing = isBegun || isAsked
  const { kind, reason, note, by_check: isByCheck, at, until, appeal } = decision
  const mayAppeal = !appeal && !decision.appeal_over
  return (
    <article className={styles['decision']}>
      <h3 id={title}>{t(KIND_WORDS[kind])}</h3>
      <p>{t('settings.decisionReason', { reason: reasonWords(reason) })}</p>
      <p>
        <RuleLink reason={reason} />
      </p>
      {isByCheck ? (
        <p>
          {t('settings.decisionByCheck')} {mayAppeal ? t('settings.appealByPerson') : null}
        </p>
      ) : null}
      {until === null ? null : (
        <p>{t(until <= serverNow() ? 'settings.decisionOver' : 'settings.decisionUntil', { date: dayOf(until) })}</p>
      )}
      {note === '' ? null : <p className={styles['quote']}>{note}</p>}
      <p className="small muted">{dayOf(at)}</p>
      {appeal ? <AppealState appeal={appeal} isNew={writing} /> : null}
      {!appeal && decision.appeal_over ? <p>{t('settings.appealOver')}</p> : null}
      {mayAppeal && writing ? <AppealForm id={decision.id} takesFocus={isAsked} refresh={refresh} /> : null}
      {mayAppeal && !writing ? (
        <div className={styles['actions']}>
          <Button kind="second" small aria-describedby={title} onClick={() => setAsked(true)}>
            {t('settings.appeal')}
          </Button>
        </div>
      ) : null}
    </article>
  )
}

type AppealStateProps = {
  appeal: NonNullable<Decision['appeal']>
  /** The appeal was sent just now, and takes the place of its form. */
  isNew: boolean
}

const AppealState = ({ appeal, isNew }: AppealStateProps) => {
  const words: TextKey =
    appeal.upheld === null ? 'settings.appealUnderWay' : appeal.upheld ? 'settings.appealYes' : 'settings.appealNo'
  return (
    <Note
      icon={appeal.upheld === null ? 'clock' : 'info'}
      {...(isNew ? { role: 'status' } : {})}
      className={styles['appeal']}
    >
      <p>{t(words, { number: appeal.number, date: dayOf(appeal.at) })}</p>
      <p className={styles['quote']}>{appeal.text}</p>
      {appeal.answer === '' ? null : <p>{appeal.answer}</p>}
    </Note>
  )
}

type AppealProps = Pick<Props, 'refresh'> & {
  /** The id of the decision. */
  id: number
  /** The button that opened the form had the focus, and is gone. */
  takesFocus: boolean
}

const AppealForm = ({ id, takesFocus, refresh }: AppealProps) => {
  const begun = begunAppeal(id)
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const answer = await call('decisions.appeal', { params: { id: String(id) }, body: { text: textOf(data, 'text') } })
    if (!answer.ok && answer.error.error !== 'already_appealed') return answer.error
    begun.write('')
    await refresh()
    return null
  })
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NeedsNetwork />
      <CountedTextField
        label={t('settings.appealText')}
        autoFocus={takesFocus}
        hint={t('settings.appealHint')}
        name="text"
        max={LETTER_MAX}
        defaultValue={begun.read()}
        onChange={({ currentTarget: { value } }) => begun.write(value)}
        required
        error={fieldErrorText(failure, 'text')}
      />
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" disabled={busy}>
          {t(busy ? 'ui.busy' : 'settings.appealSend')}
        </Button>
      </div>
    </form>
  )
}

/**
 * Without decisions it shows nothing. A mail about a decision leads to it, and so do the screens that a suspended member
 * cannot use.
 */
export const DecisionsSection = () => {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { data, error, refresh } = useResource('decisions.list', {})
  // Only a member who came for a decision misses the list.
  const failed = !data && isAnchorHere(DECISIONS_ANCHOR) ? error : null
  const decisions = data?.decisions ?? []
  const isShown = failed !== null || decisions.length > 0
  useEffect(() => {
    if (!isShown || !isAnchorHere(DECISIONS_ANCHOR)) return
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView()
  }, [isShown])
  if (!isShown) return null
  return (
    <section
      ref={section}
      id={DECISIONS_ANCHOR}
      tabIndex={-1}
      className={classes(styles['section'], styles['anchored'])}
      aria-labelledby={id}
    >
      <h2 id={id}>{t('settings.decisions')}</h2>
      {failed ? (
        <FailedRead error={failed} offlineText={t('settings.decisionsOffline')} onRetry={refresh} />
      ) : (
        <Rows>
          {decisions.map((decision) => (
            <DecisionItem key={decision.id} decision={decision} refresh={refresh} />
          ))}
        </Rows>
      )}
    </section>
  )
}
