/** All settings of a member [PROF-9]. Opened from a mail, the screen begins with the subject of that mail. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { MembersOnlyScreen } from '../../shell/error-screens.tsx'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import { memberSettings } from '../../state/member-settings.ts'
import { refreshPushState } from '../../state/push.ts'
import { sessionKnown } from '../../state/session.ts'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { DecisionsSection } from './decisions-section.tsx'
import { FromMail } from './from-mail.tsx'
import { LeavingSection } from './leaving-section.tsx'
import { MailDisabled } from './mail-disabled.tsx'
import { mailLinkOf } from './mail-link.ts'
import { NotificationsSection } from './notifications-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { RefusedChanges } from './refused-changes.tsx'
import { ReportsSection } from './reports-section.tsx'
import styles from './settings.module.css'
import { WhoSection } from './who-section.tsx'

export const SettingsScreen = ({ me }: { me: User | null }) => {
  useSignals()
  const link = mailLinkOf(useSearch())
  useEffect(() => void refreshPushState(), [])
  if (!me && link.token === null) return sessionKnown.value ? <MembersOnlyScreen /> : <Loading />
  return (
    <div className={styles['screen']}>
      {link.isFromMail ? <FromMail key={link.token} link={link} me={me} /> : null}
      {me ? <Sections me={me} /> : null}
    </div>
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
      <NotificationsSection settings={settings} />
      <WhoSection settings={settings} profile={me.profile} />
      <AccountSection me={me} settings={settings} />
      <PaymentsSection />
      <DecisionsSection />
      <ReportsSection />
      <LeavingSection />
    </>
  )
}
