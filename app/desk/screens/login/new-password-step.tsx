import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call } from '../../calls.ts'
import { enterStep } from '../../session.ts'
import { t, type DeskTextKey } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'

const FIELDS = [
  { name: 'old_password', label: 'login.oldPassword', complete: 'current-password' },
  { name: 'password', label: 'login.newPassword', complete: 'new-password' },
  { name: 'password_repeat', label: 'login.repeatPassword', complete: 'new-password' },
] as const satisfies readonly { name: string; label: DeskTextKey; complete: string }[]

/** Asks for a new password at the first login, because an owner knows the first one. */
export const NewPasswordStep = () => {
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer = await call('password.set', {
      body: {
        old_password: textOf(data, 'old_password'),
        password: textOf(data, 'password'),
        password_repeat: textOf(data, 'password_repeat'),
      },
    })
    if (!answer.ok) return answer.failure
    enterStep(answer.data)
    return null
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t('login.ownPassword')}</p>
      {FIELDS.map(({ name, label, complete }) => (
        <TextField
          key={name}
          label={t(label)}
          name={name}
          type="password"
          autoComplete={complete}
          required
          error={fieldText(failure, name)}
        />
      ))}
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.savePassword')}
      </DeskButton>
    </form>
  )
}
