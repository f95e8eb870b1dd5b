/** The last question: mail, and a passkey or a password [ACC-20], with the terms in one line at the action [ACC-1], [ACC-21]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { href } from '../../shell/routes.ts'
import { errorText } from '../../state/error-text.ts'
import { locale, t } from '../../state/i18n.ts'
import { addPhotos } from '../../state/photos.ts'
import { signup, user } from '../../state/session.ts'
import { dropProof, prepareProof, withProof } from '../../state/signup-proof.ts'
import { likelySettings, settings } from '../../state/site.ts'
import { storeWantedGender, type WantedGender } from '../../state/wanted-gender.ts'
import { classes } from '../../ui/classes.ts'
import { CountedTextField } from '../../ui/counted-text-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { FictionalNote } from '../../ui/fictional-note.tsx'
import { NeedsCookies, NeedsNetwork, ParkedNote } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import {
  fieldErrorsOf,
  FIELDS,
  firstOf,
  inputOf,
  refusedIn,
  type AccountDraft,
  type AccountField,
  type FieldErrors,
  fieldText,
} from './account-data.ts'
import { fileOf, type SignupPhotoDraft } from './photo-draft.ts'
import { CardPreview, type CardContent } from './card-preview.tsx'
import { OtherWay, useSignupPasskey, useWayIn } from './login-method.tsx'
import {
  dropDraft,
  dropMessage,
  dropWantedGenderDraft,
  storeFirstMessage,
  loadMessage,
  loadWantedGenderDraft,
  noteJoined,
  type TownDraft,
  messageInput,
  type FirstMessage,
} from './signup-storage.ts'
import { StepFrame, FailureNote, LoginLine, LoginLink } from './step-frame.tsx'
import styles from './signup.module.css'

type Props = {
  draft: AccountDraft
  errors: FieldErrors
  change: (field: AccountField, value: string) => void
  town: TownDraft | null
  photo: SignupPhotoDraft | null
  seen: CardContent
  /** Fields of an earlier step may be refused too. */
  onRefused: (errors: FieldErrors) => void
  /** The site no longer offers the chosen place. */
  onPlaceRefused: () => void
}

export const AccountStep = ({ draft, errors, change, town, photo, seen, onRefused, onPlaceRefused }: Props) => {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useState(loadMessage)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const [proving, setProving] = useState(false)
  const { way, choose } = useWayIn()
  const passkey = useSignupPasskey()
  useEffect(prepareProof, [])
  const minAge = settings.value?.min_age ?? 18
  const refuse = (refused: FieldErrors): void => {
    onRefused(refused)
    const first = firstOf(refused)
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const submit = async (): Promise<void> => {
    setFailure(null)
    const byPasskey = way === 'passkey'
    const refused = refusedIn(draft, locale.peek(), byPasskey ? WITHOUT_PASSWORD : FIELDS)
    if (firstOf(refused) !== null) return refuse(refused)
    setBusy(true)
    const secret = byPasskey ? await passkey.make(draft) : { password: draft.password }
    if ('error' in secret) {
      setBusy(false)
      return setFailure(secret)
    }
    // The session may show the next step before the answer is here.
    noteJoined(true)
    const input = {
      ...inputOf(draft, locale.peek(), secret),
      ...(town ? { country: town.country, countryregion: town.countryregion, city: town.city } : {}),
      ...messageInput(message),
      ...wantedGenderInput(),
      accepts_terms: true,
    } as const
    const error = await withProof((proof) => signup(proof ? { ...input, proof } : input), setProving)
    setBusy(false)
    // The completion replaces this step as soon as the session has a member.
    if (error === null) return afterJoining(photo)
    noteJoined(false)
    await passkey.dropUnused(error)
    const answered = fieldErrorsOf(error)
    if (firstOf(answered) !== null) refuse(answered)
    else if (error.fields?.['city'] !== undefined) onPlaceRefused()
    else setFailure(error)
    return undefined
  }
  const text = (field: 'email' | 'password') => ({
    name: field,
    value: draft[field],
    error: fieldText(errors, field, minAge),
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      change(field, currentTarget.value)
      if (field === 'email') setFailure(null)
    },
  })
  return (
    <StepFrame
      formRef={form}
      title={t('signup.mailTitle')}
      action={t(busy ? 'signup.busy' : way === 'passkey' ? 'signup.passkey' : 'signup.submit')}
      busy={busy}
      onSubmit={() => void submit()}
      above={<AcceptedDocuments />}
      second={choose ? <OtherWay way={way} onChoose={choose} /> : undefined}
    >
      <CardPreview seen={seen} />
      <NeedsNetwork text={t('signup.needsNetwork')} />
      {failure?.error === 'cookies_blocked' ? null : <NeedsCookies />}
      <ParkedNote />
      <TextField
        {...text('email')}
        label={t('login.email')}
        hint={t('signup.emailHint')}
        type="email"
        autoComplete="email"
        enterKeyHint={way === 'password' ? 'next' : 'go'}
        inputMode="email"
      />
      {isAboutAddress(failure) ? <KnownAddress failure={failure} email={draft.email} /> : null}
      {way === 'password' ? (
        <PasswordField
          {...text('password')}
          label={t('login.password')}
          hint={t('signup.passwordHint')}
          autoComplete="new-password"
          enterKeyHint="go"
        />
      ) : null}
      {way === 'passkey' ? <p className={styles['note']}>{t('signup.passkeyText')}</p> : null}
      {message ? (
        <FirstMessageField
          message={message}
          onChange={(words) => {
            const next = { ...message, text: words }
            setMessage(next)
            storeFirstMessage(next)
          }}
        />
      ) : null}
      {proving ? (
        <Note role="status">
          <p>{t('signup.proving')}</p>
        </Note>
      ) : null}
      {isAboutAddress(failure) ? null : <FailureNote failure={failure} />}
      <p className={styles['note']}>{t('signup.promise', { age: minAge })}</p>
      <LoginLine email={draft.email} />
    </StepFrame>
  )
}

const WITHOUT_PASSWORD = FIELDS.filter((field) => field !== 'password')

/** The account exists: uploads the photo, and deletes the answers from this tab. */
const afterJoining = (photo: SignupPhotoDraft | null): void => {
  const file = photo ? (photo.file ?? fileOf(photo.source)) : null
  if (file) addPhotos([file])
  dropMessage()
  dropProof()
  applyWantedGender()
  dropDraft()
}

/** The earlier answer is sent with the signup only if the consent was given [ACC-18]. */
const wantedGenderInput = (): { looking_for?: WantedGender; consent_sensitive?: boolean } => {
  const { gender, consented } = loadWantedGenderDraft()
  return gender !== null && consented ? { looking_for: gender, consent_sensitive: true } : {}
}

/** Without the consent the answer stays on this device [ACC-19]. */
const applyWantedGender = (): void => {
  const { gender, consented } = loadWantedGenderDraft()
  const me = user.peek()
  if (me && gender !== null && !consented) storeWantedGender(me.id, gender)
  dropWantedGenderDraft()
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

type FirstMessageProps = { message: FirstMessage; onChange: (text: string) => void }

/** The first message with its later price and, for a fictional profile, the warning [CHAT-11]. */
const FirstMessageField = ({ message: { name, text, fictional }, onChange }: FirstMessageProps) => {
  const { message_credits: count, signup_credits: credits, message_length: length } = likelySettings.value
  return (
    <>
      {fictional ? <FictionalNote name={name} /> : null}
      <CountedTextField
        label={t('signup.message', { name })}
        hint={t('signup.messageHint', { count, credits })}
        name="signup_message"
        rows={3}
        max={Math.min(MESSAGE_MAX, length)}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
