/** Step 0: the account, all on one screen [ACC-1]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { locale, t, tCode } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { signup, user } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { keepWhom, type Whom } from '../../state/whom.ts'
import { classes } from '../../ui/classes.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SegmentedChoice } from '../../ui/segmented.tsx'
import {
  draftOf,
  fieldErrorsOf,
  firstOf,
  inputOf,
  isTyped,
  keptOf,
  refusedIn,
  type AccountField,
  type FieldErrors,
} from './account-data.ts'
import { FailureNote } from './failure-note.tsx'
import { FirstMessageField } from './first-message-field.tsx'
import { messageInput } from './first-message.ts'
import {
  dropDraft,
  dropMessage,
  dropWhomDraft,
  keepDraft,
  keepMessage,
  loadDraft,
  loadMessage,
  loadWhomDraft,
} from './signup-storage.ts'
import { LoginLine, LoginLink } from './login-line.tsx'
import { StepFrame } from './step-frame.tsx'
import styles from './signup.module.css'

type Props = { /** Reports whether something would be lost [SHELL-13]. */ onTyped: (typed: boolean) => void }

export const AccountStep = ({ onTyped }: Props) => {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => {
    const kept = draftOf(loadDraft())
    return kept.email === '' ? { ...kept, email: typedEmail.peek() } : kept
  })
  const [message, setMessage] = useState(loadMessage)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const minAge = settings.value?.min_age ?? 18
  const typed = isTyped(draft)
  useEffect(() => onTyped(typed), [onTyped, typed])

  const change = (field: AccountField, value: string): void => {
    const next = { ...draft, [field]: value }
    setDraft(next)
    keepDraft(keptOf(next))
    if (errors[field]) setErrors({ ...errors, [field]: undefined })
    if (field === 'email') setFailure(null)
  }
  const refuse = (refused: FieldErrors): void => {
    setErrors(refused)
    const first = firstOf(refused)
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async (): Promise<void> => {
    setFailure(null)
    const date = form.current?.querySelector<HTMLInputElement>('[name="date_of_birth"]')
    const refused = refusedIn(draft, locale.peek(), date?.validity.badInput ?? false)
    if (firstOf(refused) !== null) return refuse(refused)
    setBusy(true)
    const error = await signup({
      ...inputOf(draft, locale.peek()),
      ...messageInput(message),
      ...whomInput(),
      accepts_terms: true,
    })
    setBusy(false)
    // The next step replaces this one as soon as the session has a member.
    if (error === null) {
      dropMessage()
      keepAnswer()
      return dropDraft()
    }
    const answered = fieldErrorsOf(error)
    if (firstOf(answered) === null) setFailure(error)
    else refuse(answered)
    return undefined
  }
  const textOf = (field: AccountField): string | null => {
    const code = errors[field]
    return code === undefined ? null : tCode('field', code, { age: minAge })
  }
  const text = (field: AccountField) => ({
    name: field,
    value: draft[field],
    error: textOf(field),
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change(field, currentTarget.value),
  })
  return (
    <StepFrame
      formRef={form}
      title={t('title.signup')}
      lead={t('signup.lead')}
      action={t(busy ? 'signup.busy' : 'signup.submit')}
      busy={busy}
      onSubmit={() => void submit()}
    >
      {connection.value.online ? null : (
        <Note icon="offline" role="status">
          <p>{t('signup.needsNetwork')}</p>
        </Note>
      )}
      <TextField {...text('email')} label={t('login.email')} type="email" autoComplete="email" inputMode="email" />
      {isAboutAddress(failure) ? <KnownAddress failure={failure} email={draft.email} /> : null}
      <TextField {...text('name')} label={t('signup.name')} hint={t('signup.nameHint')} autoComplete="nickname" />
      <PasswordField
        {...text('password')}
        label={t('login.password')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <div className={styles['two']}>
        <TextField
          {...text('date_of_birth')}
          label={t('signup.birthDate')}
          hint={t('signup.birthDateHint', { age: minAge })}
          type="date"
          autoComplete="bday"
        />
        <Field label={t('signup.gender')} error={textOf('gender')} group>
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
      </div>
      {message ? (
        <FirstMessageField
          message={message}
          onChange={(words) => {
            const next = { ...message, text: words }
            setMessage(next)
            keepMessage(next)
          }}
        />
      ) : null}
      {isAboutAddress(failure) ? null : <FailureNote failure={failure} />}
      <p className={styles['note']}>{t('signup.promise', { age: minAge })}</p>
      <LoginLine email={draft.email} />
      <AcceptedDocuments />
    </StepFrame>
  )
}

/** The earlier answer is sent with the signup only if the consent was given [ACC-18]. */
const whomInput = (): { looking_for?: Whom; consent_sensitive?: boolean } => {
  const { whom, consented } = loadWhomDraft()
  return whom !== null && consented ? { looking_for: whom, consent_sensitive: true } : {}
}

/** Without the consent the answer stays on this device [ACC-19]. */
const keepAnswer = (): void => {
  const { whom, consented } = loadWhomDraft()
  const me = user.peek()
  if (me && whom !== null && !consented) keepWhom(me.id, whom)
  dropWhomDraft()
}

/** [ACC-21] The documents open in a new tab, so that the form keeps its values, including the password. */
const AcceptedDocuments = () => (
  <p className={classes(styles['note'], styles['accepted'])}>
    <span>{t('signup.accepts')}</span>
    <a href={href('pages-terms')} target="_blank" rel="noopener">
      {t('footer.terms')}
    </a>
    <a href={href('pages-privacy')} target="_blank" rel="noopener">
      {t('footer.privacy')}
    </a>
  </p>
)

/** [ACC-4] An address can already be known in two ways, each with its own next step. */
const KnownAddress = ({ failure, email }: { failure: ErrorBody; email: string }) => (
  <FailureNote failure={failure}>
    <p>{failure.error === 'email_being_deleted' ? t('signup.beingDeleted') : errorText(failure)}</p>
    {failure.error === 'email_taken' ? (
      <p>
        <LoginLink email={email} />
      </p>
    ) : null}
  </FailureNote>
)

const isAboutAddress = (failure: ErrorBody | null): failure is ErrorBody =>
  failure?.error === 'email_taken' || failure?.error === 'email_being_deleted'
