/**
 * The one reminder [PROF-12] or, without a reminder, the app's current offer. It is only at the foot of the chat list,
 * so that nothing moves when it appears.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { alertsFor, type ShownAlert } from '#contract/rules/alerts.ts'
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { online } from '../../state/connection.ts'
import { toastRefusal } from '../../state/error-text.ts'
import { loadAllTexts, t, type TextKey } from '../../state/i18n.ts'
import { dismissAlert, memberSettings } from '../../state/member-settings.ts'
import { offered } from '../../state/offers.ts'
import { pushState, refreshPushState, turnPushOn } from '../../state/push.ts'
import { resourceOf } from '../../state/resource.ts'
import { counts } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import type { IconName } from '../../ui/icons.ts'
import { Note } from '../../ui/note.tsx'
import styles from './offers.module.css'
import { OfferCard } from './offer-card.tsx'
import { deniedText } from './denied-text.ts'

/** The cached chats, without a request for them. */
const chats = resourceOf('chats.get', { query: {} })

export const Alerts = ({ me }: { me: User }) => {
  useSignals()
  // Reading the clock once is enough: no reminder depends on a minute.
  const [at] = useState(now)
  useEffect(() => {
    if (pushState.peek() === null) void refreshPushState()
  }, [])
  const [alert] = alertsFor({
    user: { ...me, settings: memberSettings.value ?? me.settings },
    // Turning on notifications needs a network.
    pushPossible: pushState.value === 'off' && online.value,
    hasContact: counts.value.unread_messages > 0 || (chats.state.value.data?.chats.length ?? 0) > 0,
    now: at,
  })
  const offer = online.value ? offered.value : null
  // An offer after an action of the member comes first; an offer for a return visit waits for the reminders.
  if (offer !== null && (offer.cause !== 'visit' || alert === undefined)) return <OfferCard />
  // Until this device's state is known, the one about notifications may still take the place of the one about the profile.
  const isKnown = pushState.value !== null || alert === 'disabled_notifications'
  return alert === undefined || !isKnown ? null : ALERT[alert](me)
}

const ALERT: Record<ShownAlert, (me: User) => ReactNode> = {
  disabled_notifications: () => (
    <AlertNote alert="disabled_notifications" icon="mail" text={t('alert.mailDisabled')}>
      <Link href={href('notifications')} className={styles['action']}>
        {t('alert.mailAction')}
      </Link>
    </AlertNote>
  ),
  push: () => (
    <AlertNote alert="push" icon="bell" text={t('alert.push')}>
      <button type="button" className={styles['action']} onClick={() => void turnOn()}>
        {t('alert.pushAction')}
      </button>
    </AlertNote>
  ),
  enrich_profile: ({ profile }) => (
    <AlertNote alert="enrich_profile" icon="user" text={t('alert.enrich', { what: missingWords(missingOf(profile)) })}>
      <Link href={href('profile')} className={styles['action']}>
        {t('alert.enrichAction')}
      </Link>
    </AlertNote>
  ),
}

type NoteProps = { alert: ShownAlert; icon: IconName; text: string; children: ReactNode }

const AlertNote = ({ alert, icon, text, children }: NoteProps) => (
  <Note icon={icon} className={styles['card']}>
    <p>{text}</p>
    <div className={styles['answers']}>
      {children}
      <button type="button" className={styles['later']} onClick={() => void dismiss(alert)}>
        {t('alert.dismiss')}
      </button>
    </div>
  </Note>
)

const dismiss = async (alert: ShownAlert): Promise<void> => toastRefusal(await dismissAlert(alert))

const turnOn = async (): Promise<void> => {
  toastRefusal(await turnPushOn())
  if (pushState.peek() !== 'denied') return
  // The text of the toast is in the second part of the texts.
  await loadAllTexts()
  toast(deniedText())
}

const PART: Record<ProfilePart, TextKey> = {
  photo: 'alert.photo',
  about_me: 'alert.aboutMe',
  city: 'alert.city',
  interests: 'alert.interests',
  facts: 'alert.facts',
}

/** After a colon, where no language needs an *and*: the first `Intl.ListFormat` takes 31 ms of a start at processor × 4. */
const missingWords = (parts: readonly ProfilePart[]): string => parts.map((part) => t(PART[part])).join(', ')
