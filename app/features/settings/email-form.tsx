/**
 * Changes the address [ACC-11]: the new one counts once the link in its mail is confirmed, and the old one gets a
 * notice.
 */
import { useState } from 'react'
import { call } from '../../ports/api.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { useOwnerProof } from './owner-proof.tsx'
import styles from './settings.module.css'

export const EmailForm = () => {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { field, proofOf } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const email = textOf(data, 'email').trim()
    const proven = await proofOf(data)
    if ('error' in proven) return proven
    const answer = await call('mail_change.ask', { body: { email, ...proven.proof } })
    if (!answer.ok) return answer.error
    setSentTo(email)
    return null
  })
  if (sentTo !== null)
    return (
      <Note tone="good" icon="mail" role="status">
        <p>{t('settings.emailSent', { email: sentTo })}</p>
      </Note>
    )
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NeedsNetwork />
      <p className="small muted">{t('settings.emailText')}</p>
      <TextField
        label={t('settings.emailNew')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={fieldErrorText(failure, 'email')}
      />
      {field(failure)}
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" disabled={busy}>
          {t(busy ? 'ui.busy' : 'settings.emailSubmit')}
        </Button>
      </div>
    </form>
  )
}
