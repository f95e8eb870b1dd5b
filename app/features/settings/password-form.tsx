/** Changes the password, or adds one for a member who logs in by passkey [ACC-10], [ACC-20]: every other device is then logged out. */
import { useState } from 'react'
import { changePassword } from '../../state/account.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { useOwnerProof } from './owner-proof.tsx'
import { PasskeysLeft } from './passkeys.tsx'
import styles from './settings.module.css'

export const PasswordForm = ({ email }: { email: string }) => {
  const [done, setDone] = useState(false)
  const { hasPassword, field, proofOf } = useOwnerProof('old_password')
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const proven = await proofOf(data)
    if ('error' in proven) return proven
    const { password: old_password, passkey } = proven.proof
    const error = await changePassword({
      old_password,
      passkey,
      password: textOf(data, 'password'),
      password_repeat: textOf(data, 'password_repeat'),
    })
    setDone(error === null)
    return error
  })
  if (done)
    return (
      <>
        <Note tone="good" role="status">
          <p>{t('settings.passwordDone')}</p>
        </Note>
        <PasskeysLeft email={email} />
      </>
    )
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NeedsNetwork />
      <p className="small muted">{t('settings.passwordText')}</p>
      {/* A password manager reads here which account the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {field(failure)}
      <NewPasswordFields failure={failure} />
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" disabled={busy}>
          {t(busy ? 'ui.busy' : hasPassword ? 'settings.passwordSubmit' : 'settings.passwordAdd')}
        </Button>
      </div>
    </form>
  )
}
