/** Requests a mail with a link to set a new password [ACC-9]. */
import { useState } from 'react'
import { Link } from 'wouter'
import { RESET_MINUTES } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import styles from '../../ui/entry-form.module.css'

export const ResetPasswordScreen = () => {
  usePageTitle(t('password.resetTitle'))
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className={styles['screen']}>
      <h1>{t('password.resetTitle')}</h1>
      {sentTo === null ? (
        <AskForm onSent={setSentTo} />
      ) : (
        <>
          <Note tone="good" icon="mail" role="status">
            <p>{t('password.resetSent', { email: sentTo, count: RESET_MINUTES })}</p>
          </Note>
          <Button kind="second" onClick={() => setSentTo(null)}>
            {t('password.resetAgain')}
          </Button>
        </>
      )}
      <p className={styles['other']}>
        {t('password.remembered')} <Link href={href('login')}>{t('shell.login')}</Link>
      </p>
    </div>
  )
}

const AskForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const email = textOf(data, 'email').trim()
    // For the login, and for another mail.
    typedEmail.value = email
    const answer = await call('password.reset', { body: { email } })
    if (!answer.ok) return answer.error
    onSent(email)
    return null
  })
  // The server reports an unknown address for the whole form; it belongs to the field.
  const unknown = failure?.error === 'email_not_found' ? errorText(failure) : null
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <p className="muted">{t('password.resetLead')}</p>
      <NeedsNetwork />
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="send"
        required
        defaultValue={typedEmail.peek()}
        error={unknown ?? fieldErrorText(failure, 'email')}
      />
      {failure?.error === 'email_being_deleted' ? (
        <Note icon="mail" role="alert">
          <p>{t('password.beingDeleted')}</p>
        </Note>
      ) : unknown === null ? (
        <FormRefusal failure={failure} />
      ) : null}
      <Button type="submit" full disabled={busy}>
        {t(busy ? 'ui.busy' : 'password.resetSubmit')}
      </Button>
    </form>
  )
}
