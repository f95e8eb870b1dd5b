/**
 * Decides which reminder shows above a member's screens [PROF-12], one at a time. A dismissed `enrich_profile` returns
 * after 30 days if the profile is still incomplete. The other alerts return only for a new cause.
 */
import type { Alert } from '../entities/member-settings.ts'
import type { User } from '../entities/user.ts'
import { DAY_MS } from '../limits.ts'
import { missingOf } from './completeness.ts'

/** Time bonuses have a dialog of their own. */
export type ShownAlert = Exclude<Alert, 'time_bonus'>

const ENRICH_AGAIN_MS = 30 * DAY_MS
/** A new member is not reminded of missing fields during the first day. */
const ENRICH_AFTER_MS = DAY_MS

export type AlertSituation = {
  user: User
  /** This device supports notifications, the member has not refused them, and they are not on yet. */
  pushPossible: boolean
  /** The member has a message or a match, so that there is something to be notified of. */
  hasContact: boolean
  now: number
}

/** The alerts to show, most important first. */
export const alertsFor = ({ user, pushPossible, hasContact, now }: AlertSituation): ShownAlert[] => {
  const isDue: Record<ShownAlert, boolean> = {
    disabled_notifications: user.notifications_disabled.length > 0,
    push: pushPossible && hasContact,
    enrich_profile:
      user.settings.signup_step === null &&
      now - user.signup_date >= ENRICH_AFTER_MS &&
      missingOf(user.profile).length > 0,
  }
  const order: ShownAlert[] = ['disabled_notifications', 'push', 'enrich_profile']
  return order.filter((alert) => isDue[alert] && !isDismissed(user, alert, now))
}

/** 0 is a dismissal that was reset when its cause ended, so the next cause shows the alert again. */
const isDismissed = ({ settings }: User, alert: ShownAlert, now: number): boolean => {
  const at = settings.dismissed_alerts[alert] ?? 0
  if (at === 0) return false
  return alert !== 'enrich_profile' || now - at < ENRICH_AGAIN_MS
}
