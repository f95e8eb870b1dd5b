import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { ErrorBody } from '#contract/errors.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { locale, t, tCode } from '../../state/i18n.ts'
import { signup } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import { dropDraft, keepDraft, loadDraft } from './draft-store.ts'
import { changed, fieldErrorsOf, firstOf, inputOf, missingIn, type FieldErrors, type SignupField } from './form-data.ts'
import { PlaceFields } from './place-fields.tsx'
import styles from '../../ui/entry-form.module.css'

export const SignupForm = () => {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(loadDraft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const minAge = settings.value?.min_age ?? 18

  const change = (field: SignupField, value: string): void => {
    const next = changed(draft, field, value)
    setDraft(next)
    keepDraft(next)
    if (errors[field]) setErrors({ ...errors, [field]: undefined })
  }
  const refuse = (refused: FieldErrors): void => {
    setErrors(refused)
    const first = firstOf(refused)
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setFailure(null)
    const missing = missingIn(draft)
    if (firstOf(missing) !== null) return refuse(missing)
    setBusy(true)
    const error = await signup(inputOf(draft, locale.peek()))
    setBusy(false)
    if (error === null) return dropDraft()
    const refused = fieldErrorsOf(error)
    if (firstOf(refused) === null) setFailure(error)
    else refuse(refused)
    return undefined
  }
  const textOf = (field: SignupField): string | null => {
    const code = errors[field]
    return code === undefined ? null : tCode('field', code, { age: minAge })
  }
  const text = (field: SignupField) => ({
    name: field,
    value: draft[field],
    error: textOf(field),
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(field, currentTarget.value),
  })
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      {connection.value.online ? null : (
        <Note icon="offline" role="status">
          <p>{t('signup.needsNetwork')}</p>
        </Note>
      )}
      <TextField {...text('email')} label={t('signup.email')} type="email" autoComplete="email" inputMode="email" />
      <TextField {...text('name')} label={t('signup.name')} hint={t('signup.nameHint')} autoComplete="nickname" />
      <PasswordField
        {...text('password')}
        label={t('signup.password')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <TextField
        {...text('date_of_birth')}
        label={t('signup.birthDate')}
        hint={t('signup.birthDateHint', { age: minAge })}
        type="date"
        autoComplete="bday"
      />
      <Choice
        field="gender"
        label={t('signup.gender')}
        value={draft.gender}
        error={textOf('gender')}
        items={[
          { value: 'female', label: t('signup.female') },
          { value: 'male', label: t('signup.male') },
        ]}
        onChange={change}
      />
      <Choice
        field="looking_for"
        label={t('signup.lookingFor')}
        value={draft.looking_for}
        error={textOf('looking_for')}
        items={[
          { value: 'female', label: t('members.women') },
          { value: 'male', label: t('members.men') },
          { value: 'both', label: t('members.both') },
        ]}
        onChange={change}
      />
      <PlaceFields draft={draft} errorOf={textOf} onChange={change} />
      {failure ? (
        <Note tone="bad" role="alert">
          <p>{errorText(failure)}</p>
          {failure.error === 'email_taken' ? (
            <p>
              <Link href={href('login')}>{t('shell.login')}</Link>
            </p>
          ) : null}
        </Note>
      ) : null}
      <Button type="submit" full disabled={busy}>
        {t(busy ? 'signup.busy' : 'signup.submit')}
      </Button>
      <p className="small muted">{t('signup.promise', { age: minAge })}</p>
    </form>
  )
}

type ChoiceProps = {
  field: 'gender' | 'looking_for'
  label: string
  value: string
  error: string | null
  items: readonly { value: string; label: string }[]
  onChange: (field: SignupField, value: string) => void
}

const Choice = ({ field, label, value, error, items, onChange }: ChoiceProps) => (
  <Field label={label} error={error} group>
    {({ describedBy, invalid }) => (
      <SegmentedChoice
        label={label}
        name={field}
        value={value}
        items={items}
        describedBy={describedBy}
        invalid={invalid}
        onChange={(chosen) => onChange(field, chosen)}
      />
    )}
  </Field>
)
