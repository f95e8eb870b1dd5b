/** Changes the password [ACC-10]: every other device is then logged out. */
import { useState } from 'react'
import { changePassword } from '../../state/account.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import styles from './settings.module.css'

export const PasswordForm = ({ email }: { email: string }) => {
  const [done, setDone] = useState(false)
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const error = await changePassword({
      old_password: textOf(data, 'old_password'),
      password: textOf(data, 'password'),
      password_repeat: textOf(data, 'password_repeat'),
    })
    setDone(error === null)
    return error
  })
  if (done)
    return (
      <Note tone="good" role="status">
        <p>{t('settings.passwordDone')}</p>
      </Note>
    )
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NeedsNetwork />
      <p className="small muted">{t('settings.passwordText')}</p>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('settings.passwordNow')}
        name="old_password"
        autoComplete="current-password"
        required
        error={fieldErrorText(failure, 'old_password')}
      />
      <NewPasswordFields failure={failure} />
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" disabled={busy}>
          {t(busy ? 'ui.busy' : 'settings.passwordSubmit')}
        </Button>
      </div>
    </form>
  )
}
