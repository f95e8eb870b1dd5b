/** Name, birthday and gender. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { isOldEnough } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/today.ts'
import { now } from '../../ports/clock.ts'
import { locale, t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import {
  ageOf,
  birthDateOf,
  birthDateParts,
  firstOf,
  inputOf,
  refusedIn,
  YOU_FIELDS,
  type AccountDraft,
  type AccountField,
  type BirthDateParts,
  type FieldErrors,
} from './account-data.ts'
import { fieldText } from './field-text.ts'
import { CardPreviewFoot, type CardContent } from './card-preview.tsx'
import { StepFrame } from './step-frame.tsx'
import styles from './signup.module.css'

type Props = {
  draft: AccountDraft
  errors: FieldErrors
  setErrors: (errors: FieldErrors) => void
  change: (field: AccountField, value: string) => void
  seen: CardContent
  onDone: () => void
}

export const YouStep = ({ draft, errors, setErrors, change, seen, onDone }: Props) => {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const minAge = settings.value?.min_age ?? 18
  const submit = (): void => {
    const refused = refusedIn(draft, locale.peek(), YOU_FIELDS)
    const { date_of_birth } = inputOf(draft, locale.peek())
    const today = todayIn(settings.peek()?.geoip_country ?? '', now())
    if (!refused.date_of_birth && !isOldEnough(date_of_birth, today, minAge)) refused.date_of_birth = 'too_young'
    const first = firstOf(refused)
    if (first === null) return onDone()
    setErrors(refused)
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return undefined
  }
  return (
    <StepFrame formRef={form} title={t('signup.youTitle')} action={t('signup.continue')} onSubmit={submit}>
      <TextField
        name="name"
        label={t('signup.name')}
        hint={t('signup.nameHint')}
        autoComplete="given-name"
        required
        value={draft.name}
        error={fieldText(errors, 'name', minAge)}
        onChange={({ currentTarget }) => change('name', currentTarget.value)}
      />
      <BirthDateField
        date={draft.date_of_birth}
        error={fieldText(errors, 'date_of_birth', minAge)}
        minAge={minAge}
        onChange={(date) => change('date_of_birth', date)}
      />
      <Field label={t('signup.gender')} error={fieldText(errors, 'gender', minAge)} group>
        {({ describedBy, invalid }) => (
          <SegmentedChoice
            label={t('signup.gender')}
            name="gender"
            value={draft.gender}
            items={[
              { value: 'female', label: t('signup.female') },
              { value: 'male', label: t('signup.male') },
            ]}
            describedBy={describedBy}
            invalid={invalid}
            onChange={(gender) => change('gender', gender)}
          />
        )}
      </Field>
      <CardPreviewFoot seen={seen} />
    </StepFrame>
  )
}

type DateProps = { date: string; error: string | null; minAge: number; onChange: (date: string) => void }

const PARTS = [
  { label: 'signup.day', length: 2, autoComplete: 'bday-day' },
  { label: 'signup.month', length: 2, autoComplete: 'bday-month' },
  { label: 'signup.year', length: 4, autoComplete: 'bday-year' },
] as const

/** Three number fields: a date picker needs many taps to a birthday decades ago. A full field leads to the next. */
const BirthDateField = ({ date, error, minAge, onChange }: DateProps) => {
  const parts = birthDateParts(date)
  const age = ageOf(date, now())
  return (
    <Field
      label={t('signup.birthDate')}
      error={error}
      hint={age === null || age < minAge || age > 120 ? t('signup.birthDateHint', { age: minAge }) : undefined}
      group
    >
      {({ describedBy, invalid }) => (
        <>
          <div
            className={styles['date']}
            role="group"
            aria-label={t('signup.birthDate')}
            aria-describedby={describedBy}
          >
            {PARTS.map(({ label, length, autoComplete }, index) => (
              <label key={label}>
                <span className="small muted">{t(label)}</span>
                <input
                  name={index === 0 ? 'date_of_birth' : undefined}
                  className={styles['datePart']}
                  inputMode="numeric"
                  pattern="[0-9]*"
                  autoComplete={autoComplete}
                  maxLength={length}
                  required
                  value={parts[index]}
                  aria-invalid={invalid || undefined}
                  aria-describedby={describedBy}
                  onChange={({ currentTarget }) => {
                    const digits = currentTarget.value.replaceAll(/\D/g, '')
                    onChange(birthDateOf(withPart(parts, index, digits)))
                    if (digits.length === length && digits.length > (parts[index]?.length ?? 0))
                      currentTarget.closest('label')?.nextElementSibling?.querySelector('input')?.focus()
                  }}
                />
              </label>
            ))}
          </div>
          {age === null || age < minAge || age > 120 || error ? null : (
            <p className={styles['ageIs']} role="status">
              <Icon name="check" size={18} />
              {t('signup.ageIs', { age })}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

const withPart = ([day, month, year]: BirthDateParts, index: number, digits: string): BirthDateParts =>
  index === 0 ? [digits, month, year] : index === 1 ? [day, digits, year] : [day, month, digits]
