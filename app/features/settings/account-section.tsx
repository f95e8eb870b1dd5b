/** The account settings: each row opens in place. */
import { useId } from 'react'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { User } from '#contract/entities/user.ts'
import { LOCALES, isLocale } from '#contract/locales.ts'
import { EMAIL_ANCHOR, href } from '../../shell/routes.ts'
import { dayOf, languageName } from '../../state/format.ts'
import { likelySettings } from '../../state/site.ts'
import { locale, t } from '../../state/i18n.ts'
import { chooseLanguage } from '../../state/session.ts'
import { Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowDetails, RowLink, Rows } from '../../ui/rows.tsx'
import { Consent } from './consent.tsx'
import { Devices } from './devices.tsx'
import { EmailForm } from './email-form.tsx'
import { Export } from './export.tsx'
import { PasswordForm } from './password-form.tsx'
import { Passkeys } from './passkeys.tsx'
import styles from './settings.module.css'

export const AccountSection = ({ me, settings }: { me: User; settings: MemberSettings }) => {
  const id = useId()
  const { sensitive } = settings.consents
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.accountTitle')}</h2>
      <Rows>
        <LanguageRow />
        <RowDetails anchor={EMAIL_ANCHOR} icon="mail" label={t('settings.email')} hint={me.email}>
          <EmailForm />
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

const LanguageRow = () => {
  const id = useId()
  return (
    <div className={styles['language']}>
      <Icon name="globe" size={22} />
      <label className="grow" htmlFor={id}>
        {t('settings.language')}
      </label>
      <Select
        id={id}
        value={locale.value}
        onChange={({ currentTarget: { value } }) => {
          if (isLocale(value)) void chooseLanguage(value)
        }}
      >
        {LOCALES.filter((code) => code === locale.value || likelySettings.value.locales.includes(code)).map((code) => (
          <option key={code} value={code} lang={code}>
            {languageName(code)}
          </option>
        ))}
      </Select>
    </div>
  )
}
