/** Appeals that wait for an answer. A colleague of the person who decided answers each with a text [DESK-9]. */
import { useState, type KeyboardEvent } from 'react'
import type { Case } from '#contract/desk/case.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { SegmentedChoice } from '../../../ui/segmented.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, failureText, photoUrl } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { FailureNote, fieldText, unsentText, useDeskForm } from '../../ui/desk-form.tsx'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Portrait } from '../../ui/parts.tsx'
import { decisionReason } from '../queue/row-words.ts'
import styles from './case.module.css'

type AppealedDecision = Case['decisions'][number]

type Props = {
  decisions: readonly AppealedDecision[]
  /** The language that the member reads; empty once the account is erased. */
  reads: string
  reload: () => void
  /** Called at every change of an answer, to claim the case or extend the claim. */
  onWork: () => void
  onAnswered: () => void
}

export const Appeals = ({ decisions, ...others }: Props) =>
  decisions.map((decision) => <Appeal key={decision.id} decision={decision} {...others} />)

type AppealProps = Omit<Props, 'decisions'> & { decision: AppealedDecision }

const Appeal = ({ decision, ...others }: AppealProps) => {
  const { kind, reason, note, at, photo, removed_text: removed, appeal, is_own, staff } = decision
  if (appeal === null) return null
  return (
    <article className={styles['appeal']}>
      <h2>{t('case.appeal')}</h2>
      <p className="muted num">
        {[tCode('decisionKind', kind), decisionReason(kind, reason), dateText(at), staff?.name ?? '']
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
      {note === '' ? null : <p>{note}</p>}
      {kind === 'photo_rejected' ? <RejectedPhoto photo={photo} /> : null}
      {removed === '' ? null : <p className={styles['said']}>{t('case.removedText', { text: removed })}</p>}
      <p className={styles['quote']}>{t('queue.quote', { text: appeal.text })}</p>
      {is_own ? (
        <p className={styles['line']}>
          <DeskIcon name="lock" />
          <span className={styles['grow']}>
            <b>{t('claim.notYou')}</b>
            <br />
            <span className="muted">{t('error.own_decision')}</span>
          </span>
        </p>
      ) : (
        <AppealForm letter={appeal.letter} {...others} />
      )}
    </article>
  )
}

/** The photo that the appeal is about. A look at a covered one is logged first [DESK-3]. */
const RejectedPhoto = ({ photo }: Pick<AppealedDecision, 'photo'>) => {
  const [isShown, setShown] = useState(false)
  if (photo === null) return <p className="muted">{t('case.photoGone')}</p>
  const { id, covered } = photo
  const show = async (): Promise<void> => {
    const answer = await call('photos.show', { params: { id: String(id) } })
    if (answer.ok) setShown(true)
    else showToast(failureText(answer.failure))
  }
  return (
    <div className={styles['photos']}>
      {covered && !isShown ? (
        <span className={styles['coveredPhoto']}>
          <Portrait src={null} icon="eye-off" />
          <DeskButton kind="quiet" onClick={() => void show()} aria-label={t('case.showPhoto', { number: id })}>
            {t('photos.show')}
          </DeskButton>
        </span>
      ) : (
        <a href={photoUrl(id, 'full')} target="_blank" rel="noreferrer">
          <img src={photoUrl(id)} alt={t('case.photo', { number: id })} />
        </a>
      )}
    </div>
  )
}

type FormProps = Omit<Props, 'decisions'> & { letter: number }

const AppealForm = ({ letter, reads, reload, onWork, onAnswered }: FormProps) => {
  const [outcome, setOutcome] = useState<'lift' | 'keep' | ''>('')
  const text = unsentText(`appeal ${letter}`)
  const form = useDeskForm(async (data) => {
    if (outcome === '') return { error: 'invalid_input' }
    const body = { upheld: outcome === 'lift', text: textOf(data, 'text') }
    const answer = await call('appeals.answer', { params: { letter: String(letter) }, body })
    if (!answer.ok) {
      if (answer.failure.error === 'not_found') reload()
      return answer.failure
    }
    text.drop()
    showToast(t('case.appealAnswered'))
    onAnswered()
    return null
  })
  return (
    <form className={styles['stack']} onSubmit={form.submit} onChange={onWork} onKeyDown={sendByKeys} noValidate>
      <SegmentedChoice
        label={t('case.outcome')}
        name={`outcome-${letter}`}
        value={outcome}
        items={[
          { value: 'lift', label: t('case.lift') },
          { value: 'keep', label: t('case.keepDecision') },
        ]}
        onChange={setOutcome}
      />
      <LongTextField
        {...text.field}
        label={t('case.answer')}
        max={LETTER_MAX}
        name="text"
        rows={4}
        hint={[reads === '' ? '' : t('case.readsLanguage', { language: languageWord(reads) }), t('case.answerMailed')]
          .join(' ')
          .trim()}
        error={fieldText(form.failure, 'text')}
      />
      <FailureNote failure={form.failure} />
      <DeskButton type="submit" keys="Control+Enter" disabled={form.busy || outcome === ''}>
        {t('case.send')}
      </DeskButton>
    </form>
  )
}

/** Ctrl Enter in a form sends this form, and not the decision beside it. */
export const sendByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
