/** All settings of a member [PROF-9]. Opened from a mail, the screen begins with the subject of that mail. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, useId } from 'react'
import { useSearch } from 'wouter'
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import type { MemberSettings } from '#contract/entities/member-settings.ts'
import type { OwnProfile } from '#contract/entities/profile.ts'
import { RefusedWrites } from '../me/refused-writes.tsx'
import { MembersOnlyScreen } from '../../shell/error-screens.tsx'
import { askLogout } from '../../shell/logout.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { enableMail, memberSettings, saveSettings } from '../../state/member-settings.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { followPushState } from '../../state/push.ts'
import { sessionKnown } from '../../state/session.ts'
import { Note } from '../../ui/note.tsx'
import { RowButton, Rows, RowLink } from '../../ui/rows.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { countryName } from '../../state/format.ts'
import { SwitchRow } from '../../ui/switch.tsx'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { DecisionsSection } from './decisions-section.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FromMail, mailLinkOf } from './from-mail.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import styles from './settings.module.css'
import { toastRefusal } from '../../state/error-text.ts'
import { useAction } from '../../ui/use-form.ts'

export const SettingsScreen = ({ me }: { me: User | null }) => {
  useSignals()
  const link = mailLinkOf(useSearch())
  useEffect(followPushState, [])
  usePageTitle(me || link.token !== null ? null : t('shell.settings'))
  if (!me && link.token === null) return sessionKnown.value ? <MembersOnlyScreen /> : <Loading />
  return (
    <ScreenColumn gap="large" className={styles['screen']}>
      {link.isFromMail ? <FromMail key={link.token} link={link} me={me} /> : null}
      {me ? <Sections me={me} /> : null}
    </ScreenColumn>
  )
}

const Sections = ({ me }: { me: User }) => {
  useSignals()
  const settings = memberSettings.value ?? me.settings
  const { online, waiting, failed } = connection.value
  return (
    <>
      {me.notifications_disabled.length > 0 ? <MailDisabled reasons={me.notifications_disabled} /> : null}
      <RefusedChanges writes={failed} />
      {!online && waiting > 0 ? (
        <Note icon="clock" role="status">
          <p>{t('settings.waits')}</p>
        </Note>
      ) : null}
      <div className={styles['sides']}>
        <div className={styles['side']}>
          <NotificationsSection settings={settings} />
          <WhoSection settings={settings} profile={me.profile} />
        </div>
        <div className={styles['side']}>
          <AccountSection me={me} settings={settings} />
          <PaymentsSection />
          <DecisionsSection />
          <ReportsSection />
          <Rows>
            <RowLink icon="shield" href={href('pages-safety')} label={t('footer.safety')} hint={t('me.safetyHint')} />
          </Rows>
          <LeavingSection />
        </div>
      </div>
    </>
  )
}

/** Logging out of this device, and deleting the account [ACC-12]. */
const LeavingSection = () => {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-label={t('settings.leavingTitle')}>
      <Rows>
        <RowButton icon="log-out" label={t('shell.logout')} hint={t('settings.logoutHint')} onClick={askLogout} />
        <RowButton
          icon="trash"
          label={t('settings.delete')}
          hint={t('settings.deleteHint')}
          danger
          onClick={() => setAsking(true)}
        />
      </Rows>
      {asking ? <DeleteDialog onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

/** Past payments; a withdrawal starts there too [PAY-11]. */
const PaymentsSection = () => {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.paymentsTitle')}</h2>
      <Rows>
        <RowLink
          icon="coins"
          href={href('transactions')}
          label={t('settings.transactions')}
          hint={t('settings.transactionsHint')}
        />
      </Rows>
    </section>
  )
}

const SETTINGS_CALLS: ReadonlySet<string> = new Set(['notifications.put', 'consents.put', 'user.language'])

/** Changes of settings that the server refused after the device had queued them: each with its reason [PWA-3]. */
const RefusedChanges = ({ writes }: { writes: CallAnswer<'device.state'>['failed'] }) => {
  const refused = writes.filter(({ kind }) => SETTINGS_CALLS.has(kind))
  if (refused.length === 0) return null
  return <RefusedWrites title={t('settings.refused', { count: refused.length })} writes={refused} />
}

/**
 * The visibility of the member: the effect of each mode is shown under it, before it is chosen [PROF-10], [PROF-11].
 */
const WhoSection = ({ settings, profile }: { settings: MemberSettings; profile: OwnProfile }) => {
  const id = useId()
  const place = [profile.city, countryName(profile.country)].filter(Boolean).join(', ')
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{t('settings.whoTitle')}</h2>
      <Rows>
        <SwitchRow
          icon="eye-off"
          label={t('settings.invisible')}
          hint={t('settings.invisibleHint')}
          checked={settings.invisible_mode}
          onChange={(on) => saveSettings({ invisible_mode: on })}
        />
        <SwitchRow
          icon="lock"
          label={t('settings.private')}
          hint={t('settings.privateHint')}
          checked={settings.privacy_mode}
          onChange={(on) => saveSettings({ privacy_mode: on })}
        />
        <RowLink icon="ban" label={t('title.blocked')} hint={t('blocked.hint')} href={href('notifications-blocked')} />
        <RowLink icon="pin" label={t('settings.location')} hint={place} href={href('profile')} />
      </Rows>
    </section>
  )
}

type Reason = User['notifications_disabled'][number]

const DISABLED_TEXT: Record<Reason, TextKey> = {
  bounce: 'settings.mailBounced',
  fbl: 'settings.mailComplained',
  listunsubscribe: 'settings.mailUnsubscribed',
}

/** Shown when no mail is sent any more: the reason, and how to turn mails on again [PROF-12]. */
const MailDisabled = ({ reasons }: { reasons: readonly Reason[] }) => {
  const { busy, run } = useAction(async () => {
    const error = await enableMail()
    if (error) toastRefusal(error)
    else toast(t('settings.mailOnAgain'))
  })
  return (
    <Note tone="warn" icon="mail">
      <p>
        <b>{t('settings.mailDisabled')}</b>
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{t(DISABLED_TEXT[reason])}</p>
      ))}
      <div className={styles['actions']}>
        <Button kind="second" small disabled={busy} onClick={() => void run()}>
          {t('settings.mailEnable')}
        </Button>
      </div>
    </Note>
  )
}
