/** Name, birthday and gender. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { HOUR_MS } from '#contract/limits.ts'
import { dateOf, faultOfBirthDate } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { serverNow } from '../../ports/clock.ts'
import { calendarDayOf } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import {
  ageOf,
  firstOf,
  inputOf,
  refusedIn,
  YOU_FIELDS,
  type AccountDraft,
  type AccountField,
  type FieldErrors,
  fieldText,
} from './account-data.ts'
import { birthDateFrom, birthDateText, dateStyleOf, withSeparators } from './birth-date.ts'
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
  const minAge = settings.value?.min_age ?? 18
  const submit = (): void => {
    const refused = refusedIn(draft, locale.peek(), YOU_FIELDS)
    const { date_of_birth } = inputOf(draft, locale.peek())
    // The country is a guess until the place is chosen; the server goes by that. Too young everywhere is too young.
    const latest = dateOf(serverNow() + FIRST_ZONE_MS)
    const fault = refused.date_of_birth ? null : faultOfBirthDate(date_of_birth, latest, minAge)
    if (fault) refused.date_of_birth = fault
    if (firstOf(refused) === null) onDone()
    else setErrors(refused)
  }
  return (
    <StepFrame title={t('signup.youTitle')} action={t('signup.continue')} onSubmit={submit}>
      <TextField
        name="name"
        label={t('signup.name')}
        hint={t('signup.nameHint')}
        autoComplete="given-name"
        enterKeyHint="next"
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

/**
 * One field with number keys: a date picker needs many taps to a birthday decades ago. The date in words shows which number was
 * read as the month.
 */
const BirthDateField = ({ date, error, minAge, onChange }: DateProps) => {
  const { geoip_selected_country: selected, geoip_country: found } = settings.value ?? {}
  const style = dateStyleOf(locale.value, selected ?? found ?? null)
  const [typed, setTyped] = useState(() => birthDateText(date, style))
  const age = error === null ? ageOf(date, todayIn(found ?? '', serverNow()), minAge) : null
  return (
    <div className={styles['birthDate']}>
      <TextField
        name="date_of_birth"
        label={t('signup.birthDate')}
        hint={
          age !== null ? undefined : t('signup.birthDateHint', { age: minAge, example: birthDateText(EXAMPLE, style) })
        }
        error={error}
        inputMode="numeric"
        autoComplete="bday"
        enterKeyHint="done"
        required
        value={typed}
        onChange={({ currentTarget }) => {
          const text = withSeparators(currentTarget.value, typed, style)
          setTyped(text)
          onChange(birthDateFrom(text, style))
        }}
      />
      <p className={styles['ageIs']} role="status">
        {age !== null ? (
          <>
            <Icon name="check" size={18} />
            {t('signup.ageIs', { date: calendarDayOf(date), age })}
          </>
        ) : null}
      </p>
    </div>
  )
}

/** The zone in which each day begins first is this far ahead of UTC. */
const FIRST_ZONE_MS = 14 * HOUR_MS

/** A date whose day cannot be a month, so that the example shows the order of the two. */
const EXAMPLE = '1990-03-27'
