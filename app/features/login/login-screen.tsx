/** Logging in; afterwards the app itself leads on to search [SHELL-14]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import type { ErrorBody } from '#contract/errors.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t, tCode } from '../../state/i18n.ts'
import { login } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from '../../ui/entry-form.module.css'

export const LoginScreen = () => {
  useSignals()
  const password = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(null)
    const error = await login(textOf(data, 'email'), textOf(data, 'password'))
    // The screen is gone where it went well.
    if (error === null) return
    setBusy(false)
    setFailure(error)
    password.current?.focus()
    password.current?.select()
  }
  const fieldError = (field: string): string | null => {
    const code = failure?.fields?.[field]
    return code === undefined ? null : tCode('field', code)
  }
  return (
    <div className={styles['screen']}>
      <h1>{t('login.title')}</h1>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        {connection.value.online ? null : (
          <Note icon="offline" role="status">
            <p>{t('login.needsNetwork')}</p>
          </Note>
        )}
        <TextField
          label={t('signup.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          error={fieldError('email')}
        />
        <PasswordField
          ref={password}
          label={t('signup.password')}
          name="password"
          autoComplete="current-password"
          required
          error={fieldError('password')}
        />
        {failure && !failure.fields ? (
          <Note tone="bad" role="alert">
            <p>{errorText(failure)}</p>
          </Note>
        ) : null}
        <Button type="submit" full disabled={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </form>
      <p className={styles['other']}>
        {t('login.noAccount')} <Link href={href('signup')}>{t('index.signup')}</Link>
      </p>
    </div>
  )
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
