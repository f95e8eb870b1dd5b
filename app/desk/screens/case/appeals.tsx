/** Appeals that wait for an answer. A colleague of the person who decided answers each with a text [DESK-9]. */
import { useState } from 'react'
import type { Case } from '#contract/desk/case.ts'
import { call, failureText, photoUrl } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { languageWord, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Portrait } from '../../ui/parts.tsx'
import { decisionReason } from '../queue/row-words.ts'
import { AnswerForm } from './answer-form.tsx'
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

const AppealForm = ({ letter, reads, reload, onWork, onAnswered }: FormProps) => (
  <AnswerForm
    place={`appeal ${letter}`}
    outcomes={{ upheld: t('case.lift'), refused: t('case.keepDecision') }}
    hint={[reads === '' ? '' : t('case.readsLanguage', { language: languageWord(reads) }), t('case.answerMailed')]
      .join(' ')
      .trim()}
    rows={4}
    onWork={onWork}
    reload={reload}
    send={async (body) => {
      const answer = await call('appeals.answer', { params: { letter: String(letter) }, body })
      if (!answer.ok) return answer.failure
      showToast(t('case.appealAnswered'))
      onAnswered()
      return null
    }}
  />
)
