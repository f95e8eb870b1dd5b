/**
 * How each kind of push behaves on its way, so that an old one never wakes a phone for nothing [PWA-5]: how long it is
 * worth having, how hard a sleeping device is woken for it, and where it asks for the hours of the day.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { PushManner } from '../adapters/push.ts'

type Manners = {
  /** From when it happened. What is older is not sent, and a push service drops it. */
  lifeMs: number
  /** RFC 8030 §5.3: `high` wakes a device, `normal` waits for one that is awake or charging, `low` for Wi-Fi and power. */
  urgency: PushManner['urgency']
  /** Nobody waits for it: it comes by day at the member's place, and does not outlive that day. */
  byDay: boolean
}

export type PushKind = 'message' | 'like' | 'payment' | 'unread' | 'weekly' | 'reminder' | 'announcement'

export const MANNERS: Record<PushKind, Manners> = {
  // Someone waits for an answer. After a day the reminder of unread messages speaks of it instead.
  message: { lifeMs: 24 * HOUR_MS, urgency: 'high', byDay: false },
  // Good to hear, and no less so when the phone is next looked at.
  like: { lifeMs: 24 * HOUR_MS, urgency: 'normal', byDay: false },
  // It answers what the member has just done; an hour later they have seen it themselves.
  payment: { lifeMs: HOUR_MS, urgency: 'high', byDay: false },
  unread: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  weekly: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  reminder: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  announcement: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
}
