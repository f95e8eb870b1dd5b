/** The form that upholds or refuses an appeal or letters, with a text to their senders [DESK-4][DESK-9]. */
import { useState, type KeyboardEvent } from 'react'
import { LETTER_MAX } from '#contract/limits.ts'
import { Note } from '../../../ui/note.tsx'
import { SegmentedChoice } from '../../../ui/segmented.tsx'
import { textOf } from '../../../ui/use-form.ts'
import type { Failure } from '../../calls.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, unsentText, useDeskForm } from '../../ui/desk-form.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import styles from './case.module.css'

type Props = {
  /** Names what is answered: a text that was not sent is in its form again when the screen is shown again. */
  place: string
  outcomes: { upheld: string; refused: string }
  hint: string
  rows: number
  /** Why no answer can be sent any more. */
  closed?: string | null
  claimFailure?: Failure | null
  /** Called at every change, to claim what is answered or extend the claim. */
  onWork: () => void
  /** Called when somebody else has answered meanwhile. */
  reload: () => void
  send: (body: { upheld: boolean; text: string }) => Promise<Failure | null>
}

export const AnswerForm = ({
  place,
  outcomes,
  hint,
  rows,
  closed = null,
  claimFailure = null,
  onWork,
  reload,
  send,
}: Props) => {
  const [outcome, setOutcome] = useState<keyof Props['outcomes'] | ''>('')
  const text = unsentText(place)
  const form = useDeskForm(async (data) => {
    if (outcome === '') return { error: 'invalid_input' }
    const failure = await send({ upheld: outcome === 'upheld', text: textOf(data, 'text') })
    if (failure === null) text.drop()
    else if (failure.error === 'not_found') reload()
    return failure
  })
  return (
    <form className={styles['stack']} onSubmit={form.submit} onChange={onWork} onKeyDown={sendByKeys} noValidate>
      <SegmentedChoice
        label={t('case.outcome')}
        name={`outcome ${place}`}
        value={outcome}
        items={[
          { value: 'upheld', label: outcomes.upheld },
          { value: 'refused', label: outcomes.refused },
        ]}
        onChange={setOutcome}
      />
      <LongTextField
        {...text.field}
        label={t('case.answer')}
        max={LETTER_MAX}
        name="text"
        rows={rows}
        hint={hint}
        error={fieldText(form.failure, 'text')}
      />
      {closed === null ? (
        <FailureNote failure={form.failure ?? claimFailure} />
      ) : (
        <Note tone="bad" role="alert">
          <p>{closed}</p>
        </Note>
      )}
      <DeskButton
        type="submit"
        icon="send"
        lead
        keys="Control+Enter"
        disabled={form.busy || closed !== null || outcome === ''}
      >
        {t('case.send')}
      </DeskButton>
    </form>
  )
}

/** Ctrl Enter in this form sends it, and not the decision beside it. */
const sendByKeys = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
