/**
 * Which reminder stands above a member's screens [PROF-12]. One at a time; dismissed, it stays away: `enrich_profile`
 * for 30 days where the profile still lacks something, the others until they have a newer cause.
 */
import type { Alert } from '../entities/member-settings.ts'
import type { User } from '../entities/user.ts'
import { DAY_MS } from '../limits.ts'
import { missingOf } from './completeness.ts'

/** Time bonuses have a dialog of their own. */
export type ShownAlert = Exclude<Alert, 'time_bonus'>

const ENRICH_AGAIN_MS = 30 * DAY_MS
/** Who has only just come is not told at once what is missing. */
const ENRICH_AFTER_MS = DAY_MS

export type AlertSituation = {
  user: User
  /** This device could notify, was not told no, and does not yet. */
  pushPossible: boolean
  /** Someone has written, or it was a match: now there is something to be notified of. */
  hasContact: boolean
  now: number
}

/** In the order they matter. */
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

/** 0 stands for a dismissal that was taken back, since the cause is gone: the next one is a new one. */
const isDismissed = ({ settings }: User, alert: ShownAlert, now: number): boolean => {
  const at = settings.dismissed_alerts[alert] ?? 0
  if (at === 0) return false
  return alert !== 'enrich_profile' || now - at < ENRICH_AGAIN_MS
}
