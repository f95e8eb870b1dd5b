/**
 * Sets a new password or passkey with the link of a mail [ACC-9], [ACC-20]: the member is then logged in, and every other
 * device logged out.
 */
import { useState } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { hasPasskeys } from '../../ports/passkeys.ts'
import { href } from '../../shell/routes.ts'
import { choosePassword } from '../../state/account.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { isRefused, newPasskeyFor } from '../../state/passkeys.ts'
import { passwordUnsure } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NeedsNetwork } from '../../ui/form-notes.tsx'
import { OtherAccountNote } from '../login/other-account-note.tsx'
import { NewPasswordFields, NewPasswordRefusal } from './new-password-fields.tsx'
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
    const byPasskey = data.get('way') === 'passkey'
    const error = byPasskey
      ? await choosePasskey(token)
      : await choosePassword({
          token,
          password: textOf(data, 'password'),
          password_repeat: textOf(data, 'password_repeat'),
        })
    if (error?.error === 'link_invalid' || error?.fields?.['token']) onOver()
    if (error) return error
    toast(t(byPasskey ? 'password.passkeyDone' : 'password.newDone'))
    navigate(href('members'), { replace: true })
    return null
  })
  return (
    <div className={styles['screen']}>
      <h1>{t('password.newTitle')}</h1>
      <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
        <p className="muted">{t('password.newLead')}</p>
        <p className="muted">{t('password.newReplaces')}</p>
        <OtherAccountNote />
        <NeedsNetwork />
        <NewPasswordFields failure={failure} />
        <NewPasswordRefusal failure={failure} />
        <Button type="submit" full disabled={busy}>
          {t(busy ? 'ui.busy' : 'password.newSubmit')}
        </Button>
        {hasPasskeys() ? (
          <Button type="submit" name="way" value="passkey" kind="second" icon="key" full disabled={busy}>
            {t('password.passkeyInstead')}
          </Button>
        ) : null}
      </form>
    </div>
  )
}

const choosePasskey = async (token: string): Promise<ErrorBody | null> => {
  const made = await newPasskeyFor({ for: 'reset', token })
  return isRefused(made) ? made : choosePassword({ token, passkey: made })
}

const LinkOver = () =>
  passwordUnsure.peek() ? (
    <EmptyState level={1} picture="none" title={t('error.link_invalid')} text={t('login.passwordUnsure')}>
      <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>
      <LinkButton kind="quiet" href={href('reset-password')}>
        {t('password.resetAgain')}
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState level={1} picture="none" title={t('error.link_invalid')} text={t('password.linkOver')}>
      <LinkButton href={href('reset-password')}>{t('password.resetAgain')}</LinkButton>
    </EmptyState>
  )
