import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { enterStep } from '../../session.ts'
import { call } from '../../calls.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'

export const PasswordStep = () => {
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const answer = await call('login', { body: { mail: textOf(data, 'mail'), password: textOf(data, 'password') } })
    if (!answer.ok) return answer.failure
    enterStep(answer.data)
    return null
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextField
        label={t('login.mail')}
        name="mail"
        type="email"
        autoComplete="username"
        autoFocus
        required
        error={fieldText(failure, 'mail')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldText(failure, 'password')}
      />
      <FailureNote failure={failure} />
      <DeskButton type="submit" full lead disabled={busy}>
        {t('login.continue')}
      </DeskButton>
    </form>
  )
}
