/** Appeals that wait for an answer. A colleague of the person who decided answers each with a text [DESK-9]. */
import { useState, type KeyboardEvent } from 'react'
import type { Case } from '#contract/desk/entities/case.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { SegmentedChoice } from '../../../ui/segmented.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call } from '../../calls.ts'
import { dateText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import styles from './case.module.css'

type Appealed = Case['decisions'][number]

export const Appeals = ({ decisions, reload }: { decisions: readonly Appealed[]; reload: () => void }) =>
  decisions.map((decision) => <Appeal key={decision.id} decision={decision} reload={reload} />)

const Appeal = ({ decision, reload }: { decision: Appealed; reload: () => void }) => {
  const { kind, at, appeal, is_own, staff } = decision
  if (appeal === null) return null
  return (
    <article className={styles['appeal']}>
      <h2>{t('case.appeal')}</h2>
      <p className="muted num">
        {[tCode('decisionKind', kind), dateText(at), staff?.name ?? ''].filter((text) => text !== '').join(' · ')}
      </p>
      <p className={styles['quote']}>{t('queue.quote', { text: appeal.text })}</p>
      {is_own ? (
        <p className={styles['line']}>
          <DeskIcon name="lock" />
          <span>
            <b>{t('claim.notYou')}</b>
            <br />
            <span className="muted">{t('error.own_decision')}</span>
          </span>
        </p>
      ) : (
        <AppealForm letter={appeal.letter} reload={reload} />
      )}
    </article>
  )
}

const AppealForm = ({ letter, reload }: { letter: number; reload: () => void }) => {
  const [outcome, setOutcome] = useState<'lift' | 'keep' | ''>('')
  const form = useDeskForm(async (data) => {
    if (outcome === '') return { error: 'invalid_input' }
    const body = { upheld: outcome === 'lift', text: textOf(data, 'text') }
    const answer = await call('appeals.answer', { params: { letter: String(letter) }, body })
    if (!answer.ok) return answer.failure
    showToast(t('case.appealAnswered'))
    reload()
    return null
  })
  return (
    <form className={styles['stack']} onSubmit={form.submit} onKeyDown={sendByKeys} noValidate>
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
      <TextAreaField
        label={t('case.answer')}
        name="text"
        rows={4}
        hint={t('case.answerMailed')}
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
