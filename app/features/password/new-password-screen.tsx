/**
 * Sets a new password with the link of a mail [ACC-9]: the member is then logged in, and every other device logged
 * out.
 */
import { useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { href } from '../../shell/routes.ts'
import { choosePassword } from '../../state/account.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import styles from '../../ui/entry-form.module.css'

export const NewPasswordScreen = () => {
  usePageTitle(t('password.newTitle'))
  const token = new URLSearchParams(useSearch()).get('token')
  const [over, setOver] = useState(false)
  if (!token || over) return <LinkOver />
  return <NewPassword token={token} onOver={() => setOver(true)} />
}

const NewPassword = ({ token, onOver }: { token: string; onOver: () => void }) => {
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const error = await choosePassword({
      token,
      password: textOf(data, 'password'),
      password_repeat: textOf(data, 'password_repeat'),
    })
    if (error?.error === 'link_invalid' || error?.fields?.['token']) onOver()
    if (error) return error
    toast(t('password.newDone'))
    navigate(href('members'), { replace: true })
    return null
  })
  return (
    <div className={styles['screen']}>
      <h1>{t('password.newTitle')}</h1>
      <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
        <p className="muted">{t('password.newLead')}</p>
        <NeedsNetwork />
        <NewPasswordFields failure={failure} />
        <FormRefusal failure={failure} />
        <Button type="submit" full disabled={busy}>
          {t(busy ? 'ui.busy' : 'password.newSubmit')}
        </Button>
      </form>
    </div>
  )
}

const LinkOver = () => (
  <EmptyState level={1} picture="none" title={t('error.link_invalid')} text={t('password.linkOver')}>
    <LinkButton href={href('reset-password')}>{t('password.resetAgain')}</LinkButton>
  </EmptyState>
)
