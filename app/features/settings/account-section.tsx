/** The account settings: each row opens in place. */
import { useId, useState } from 'react'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { download } from '../../ports/page.ts'
import { EMAIL_ANCHOR, href } from '../../shell/routes.ts'
import { dayOf, languageName } from '../../state/format.ts'
import { locale, t } from '../../state/i18n.ts'
import { TextField } from '../../ui/field.tsx'
import { RowDetails, RowLink, Rows } from '../../ui/rows.tsx'
import { call, urlOf } from '../../ports/api.ts'
import { fieldErrorText, toastRefusal } from '../../state/error-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { changePassword } from '../../state/account.ts'
import { setConsent } from '../../state/member-settings.ts'
import { toast } from '../../state/toasts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NewPasswordFields, NewPasswordRefusal } from '../password/new-password-fields.tsx'
import { Devices } from './devices.tsx'
import { Passkeys, PasskeysLeft } from './passkeys.tsx'
import styles from './settings.module.css'
import { useOwnerProof } from './owner-proof.tsx'

export const AccountSection = ({ me, settings }: { me: User; settings: MemberSettings }) => {
  const id = useId()
  const { sensitive } = settings.consents
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.accountTitle')}</h2>
      <Rows>
        <RowLink
          icon="globe"
          label={t('settings.language')}
          hint={languageName(locale.value)}
          href={href('lang-config')}
        />
        <RowDetails anchor={EMAIL_ANCHOR} icon="mail" label={t('settings.email')} hint={me.email}>
          <EmailForm email={me.email} bounced={me.bounced_address} />
        </RowDetails>
        <RowDetails icon="key" label={t('settings.password')} hint={t('settings.passwordHint')}>
          <PasswordForm email={me.email} />
        </RowDetails>
        <RowDetails icon="key" label={t('settings.passkeys')} hint={t('settings.passkeysHint')}>
          <Passkeys email={me.email} />
        </RowDetails>
        <RowDetails icon="smartphone" label={t('settings.devices')} hint={t('settings.devicesHint')}>
          <Devices email={me.email} />
        </RowDetails>
        <RowLink icon="sliders" label={t('storage.row')} hint={t('storage.hint')} href={href('notifications-device')} />
        <RowDetails
          icon="shield"
          label={t('settings.consent')}
          hint={
            sensitive === null ? t('settings.consentNotGiven') : t('settings.consentGiven', { date: dayOf(sensitive) })
          }
        >
          <Consent given={sensitive !== null} />
        </RowDetails>
        <RowDetails icon="download" label={t('settings.data')} hint={t('settings.dataHint')}>
          <Export />
        </RowDetails>
      </Rows>
    </section>
  )
}

/**
 * Changes the address [ACC-11]: the new one counts once the link in its mail is confirmed, and the old one gets a
 * notice.
 */
export const EmailForm = ({ email: current, bounced }: { email: string; bounced: string | undefined }) => {
  const [typed, setTyped] = useState('')
  const [isSent, setSent] = useState(false)
  const { hasPassword, field, prove } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm((data) =>
    prove(data, async (proof) => {
      const email = textOf(data, 'email').trim()
      const answer = await call('mail_change.ask', { body: { email, ...proof } })
      if (!answer.ok) return answer.error
      setTyped(email)
      setSent(true)
      return null
    }),
  )
  // A member who reads a typing error here can correct it. The link may be opened on another device.
  if (isSent && typed !== bounced && typed !== current)
    return (
      <>
        <Note tone="good" icon="mail" role="status">
          <p>{t('settings.emailSent', { email: typed })}</p>
        </Note>
        <div className={styles['actions']}>
          <Button kind="second" onClick={() => setSent(false)}>
            {t('password.resetAgain')}
          </Button>
        </div>
      </>
    )
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <NeedsNetwork />
      {bounced === undefined ? null : (
        <Note tone="bad" icon="mail">
          <p>{t('shell.addressBounced', { email: bounced })}</p>
        </Note>
      )}
      <p className="small muted">{t('settings.emailText')}</p>
      <TextField
        label={t('settings.emailNew')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint={hasPassword ? 'next' : 'send'}
        defaultValue={typed === current ? '' : typed}
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

/** Changes the password, or adds one for a member who logs in by passkey [ACC-10], [ACC-20]: every other device is then logged out. */
export const PasswordForm = ({ email }: { email: string }) => {
  const [done, setDone] = useState(false)
  const { hasPassword, field, prove } = useOwnerProof('old_password')
  const { ref, busy, failure, submit } = useForm((data) =>
    prove(data, async ({ password: old_password, passkey }) => {
      const error = await changePassword(email, {
        old_password,
        passkey,
        password: textOf(data, 'password'),
        password_repeat: textOf(data, 'password_repeat'),
      })
      setDone(error === null)
      // The change had ended this page's session, and the login after it begins the screen anew.
      if (error === null && ref.current === null) toast(t('settings.passwordDone'))
      return error
    }),
  )
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
      <NewPasswordRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" disabled={busy}>
          {t(busy ? 'ui.busy' : hasPassword ? 'settings.passwordSubmit' : 'settings.passwordAdd')}
        </Button>
      </div>
    </form>
  )
}

/** The consent for sensitive data [ACC-18]: its scope, and that withdrawing it deletes the data. */
const Consent = ({ given }: { given: boolean }) => {
  const [asking, setAsking] = useState(false)
  const withdraw = async (): Promise<void> => {
    setAsking(false)
    const error = await setConsent('sensitive', false)
    if (error) toastRefusal(error)
    else toast(t('settings.consentWithdrawn'))
  }
  return (
    <>
      <p className="small muted">{t(given ? 'settings.consentText' : 'settings.consentNoneText')}</p>
      <div className={styles['actions']}>
        {given ? (
          <Button kind="danger" small onClick={() => setAsking(true)}>
            {t('settings.consentWithdraw')}
          </Button>
        ) : (
          <LinkButton kind="second" small href={href('profile')}>
            {t('shell.myProfile')}
          </LinkButton>
        )}
      </div>
      {asking ? (
        <Dialog
          title={t('settings.consentQuestion')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="second" onClick={() => setAsking(false)}>
                {t('settings.consentKeep')}
              </Button>
              <Button kind="danger" onClick={() => void withdraw()}>
                {t('settings.consentWithdraw')}
              </Button>
            </>
          }
        >
          <p>{t('settings.consentConsequence')}</p>
        </Dialog>
      ) : null}
    </>
  )
}

/** All data about the member as one file [ACC-17]: it is downloaded after the password or a passkey. */
const Export = () => {
  const { field, prove } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm((data) =>
    prove(data, async (proof) => {
      const answer = await call('export.ask', { body: proof })
      if (!answer.ok) return answer.error
      download(urlOf('export.get', { query: answer.data }))
      return null
    }),
  )
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <p className="small muted">{t('settings.dataText')}</p>
      <NeedsNetwork />
      {field(failure)}
      <FormRefusal failure={failure} />
      <div className={styles['actions']}>
        <Button type="submit" kind="second" icon="download" disabled={busy}>
          {t(busy ? 'ui.busy' : 'settings.dataDownload')}
        </Button>
      </div>
    </form>
  )
}
