/** Login by password or passkey [ACC-8], [ACC-20]; afterwards the app itself goes to search, or to where the visitor was [SHELL-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { ErrorBody } from '#contract/errors.ts'
import { hasPasskeys } from '../../ports/passkeys.ts'
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { login, passwordUnsure } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { NeedsCookies, NeedsNetwork, ParkedNote } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from '../../ui/entry-form.module.css'
import { textOf, useInvalidFocus } from '../../ui/use-form.ts'

export const LoginScreen = () => {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const byPasskey = usePasskeyLogin(setBusy, setFailure)
  const focusInvalid = useInvalidFocus(form)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    typedEmail.value = textOf(data, 'email')
    setBusy(true)
    setFailure(null)
    const error = await login(textOf(data, 'email'), textOf(data, 'password'))
    // After a success this screen is gone.
    if (error === null) return offerPasskey(textOf(data, 'password'))
    setBusy(false)
    setFailure(error)
    if (error.fields) return focusInvalid()
    password.current?.focus()
    password.current?.select()
    return undefined
  }
  /** Prefills the address in the form the visitor opens next. */
  const rememberEmail = (): void => {
    if (form.current) typedEmail.value = textOf(new FormData(form.current), 'email')
  }
  return (
    <div className={styles['screen']}>
      <h1>{t('login.title')}</h1>
      <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <NeedsNetwork text={t('login.needsNetwork')} />
        {failure?.error === 'cookies_blocked' ? null : <NeedsCookies />}
        <ParkedNote />
        {passwordUnsure.value ? (
          <Note tone="warn">
            <p>{t('login.passwordUnsure')}</p>
          </Note>
        ) : null}
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          enterKeyHint="next"
          required
          defaultValue={typedEmail.peek()}
          error={fieldErrorText(failure, 'email')}
        />
        <PasswordField
          ref={password}
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          required
          error={fieldErrorText(failure, 'password')}
        />
        {failure && !failure.fields ? (
          <Note tone="bad" role="alert">
            <p>
              {failure.error === 'email_being_deleted'
                ? t('login.beingDeleted', { forgotten: t('login.forgotten') })
                : errorText(failure)}
            </p>
            {failure.error === 'account_blocked' ? (
              <p>{t('login.blocked', { forgotten: t('login.forgotten') })}</p>
            ) : null}
          </Note>
        ) : null}
        <Button type="submit" full disabled={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
        {byPasskey ? (
          <Button kind="second" full disabled={busy} onClick={byPasskey}>
            {t('login.passkey')}
          </Button>
        ) : null}
        <p className={styles['other']}>
          <Link href={href('reset-password')} onClick={rememberEmail}>
            {t('login.forgotten')}
          </Link>
        </p>
      </form>
      <p className={styles['other']}>
        {t('login.noAccount')}{' '}
        <SignupLink kind="quiet" onClick={rememberEmail}>
          {t('index.signup')}
        </SignupLink>
      </p>
    </div>
  )
}

/**
 * Offers passkeys in the autofill of the mail field while this screen is shown.
 * @returns a function that requests a passkey in the browser's dialog; null if this browser has no passkeys
 */
const usePasskeyLogin = (
  setBusy: (busy: boolean) => void,
  setFailure: (failure: ErrorBody | null) => void,
): (() => void) | null => {
  const stop = useRef<AbortController>(null)
  const offer = useCallback((): void => {
    const own = new AbortController()
    stop.current = own
    void loadPasskeys().then(({ loginByAutofill }) => loginByAutofill(own.signal, setFailure), noCode)
  }, [setFailure])
  useEffect(() => {
    if (hasPasskeys()) offer()
    return () => stop.current?.abort()
  }, [offer])
  const ask = async (): Promise<void> => {
    // A browser answers one such request at a time.
    stop.current?.abort()
    setBusy(true)
    setFailure(null)
    const error = await loadPasskeys().then(({ loginByPasskey }) => loginByPasskey(), noCode)
    // After a success this screen is gone.
    if (error === null) return
    setBusy(false)
    setFailure(error)
    offer()
  }
  return hasPasskeys() ? () => void ask() : null
}

/** The browser may add a passkey for the next login, and asks nothing [ACC-20]. */
const offerPasskey = async (password: string): Promise<void> => {
  if (!hasPasskeys()) return
  await loadPasskeys().then(
    ({ addPasskeyQuietly }) => addPasskeyQuietly(password),
    () => undefined,
  )
}

/** Loaded beside the screen, so that the password's form does not wait for it. */
const loadPasskeys = () => import('../../state/passkeys.ts')

const noCode = (): ErrorBody => ({ error: 'network_unavailable' })
