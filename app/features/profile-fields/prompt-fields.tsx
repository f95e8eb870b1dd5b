/** Up to three prompts with an answer each [PROF-15]. */
import { useState } from 'react'
import {
  PROMPT_ANSWER_MAX,
  PROMPTS,
  PROMPTS_MAX,
  type PromptAnswer,
  type PromptName,
} from '#contract/entities/prompts.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import { FieldErrorText, SelectField } from '../../ui/field.tsx'
import { promptText } from './fact-texts.ts'
import styles from './profile-fields.module.css'
import { refusalText, type Refusals } from './refusals.ts'

type Props = {
  value: readonly PromptAnswer[]
  onChange: (value: PromptAnswer[]) => void
  errors: Refusals
}

export const PromptFields = ({ value, onChange, errors }: Props) => {
  const keys = useKeys()
  const isFree = (prompt: PromptName): boolean => value.every((one) => one.prompt !== prompt)
  const next = PROMPTS.find(isFree)
  const change = (at: number, part: Partial<PromptAnswer>): void =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const refused = refusalText(errors, 'prompts')
  return (
    <div className={styles['prompts']}>
      <p className="small muted">{t('me.promptsHint')}</p>
      {value.map(({ prompt, answer }, at) => (
        <fieldset key={keys.keyOf(prompt)} className={styles['prompt']}>
          <legend className="vh">{promptText(prompt)}</legend>
          <SelectField
            label={t('me.promptChoose')}
            value={prompt}
            onChange={(event) => {
              const chosen = PROMPTS.find((one) => one === event.currentTarget.value)
              if (!chosen) return
              keys.move(prompt, chosen)
              change(at, { prompt: chosen })
            }}
          >
            {PROMPTS.filter((one) => one === prompt || isFree(one)).map((one) => (
              <option key={one} value={one}>
                {promptText(one)}
              </option>
            ))}
          </SelectField>
          <CountedTextField
            label={t('me.promptAnswer')}
            name="prompts"
            rows={2}
            max={PROMPT_ANSWER_MAX}
            value={answer}
            onChange={(event) => change(at, { answer: event.currentTarget.value })}
          />
          <Button
            kind="quiet"
            plain
            small
            icon="trash"
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            {t('me.promptRemove')}
          </Button>
        </fieldset>
      ))}
      {refused === null ? null : <FieldErrorText text={refused} />}
      {value.length < PROMPTS_MAX && next !== undefined ? (
        <Button kind="second" small icon="plus" onClick={() => onChange([...value, { prompt: next, answer: '' }])}>
          {t('me.promptAdd')}
        </Button>
      ) : null}
    </div>
  )
}

/** The keys of the rows. A row keeps its key, and its list the focus, when another prompt is chosen: arrow keys choose one after the other. */
const useKeys = () => {
  const [keys] = useState(() => new Map<PromptName, string>())
  const keyOf = (prompt: PromptName): string => keys.get(prompt) ?? prompt
  return {
    keyOf,
    move: (from: PromptName, to: PromptName): void => {
      // The freed key goes to the prompt that was free, so that no two rows ever share one.
      const [own, free] = [keyOf(from), keyOf(to)]
      keys.set(to, own)
      keys.set(from, free)
    },
  }
}
