/**
 * How a push service treats each kind of push, so that an outdated push never wakes a phone [PWA-5]: its lifetime, its
 * urgency, and whether it is sent by day only.
 */
import { HOUR_MS } from '#contract/limits.ts'
import type { PushManner } from '../adapters/push.ts'

type Manners = {
  /** Counted from the event. We do not send an expired push, and a push service drops it. */
  lifeMs: number
  /** RFC 8030 §5.3: `high` wakes a device, `normal` waits for one that is awake or charging, `low` for Wi-Fi and power. */
  urgency: PushManner['urgency']
  /** Can wait: it is sent by day at the member's place, and expires at the end of that day. */
  byDay: boolean
}

export type PushKind = 'message' | 'like' | 'payment' | 'unread' | 'weekly' | 'reminder' | 'announcement'

export const MANNERS: Record<PushKind, Manners> = {
  // Someone waits for an answer. After a day the reminder of unread messages replaces it.
  message: { lifeMs: 24 * HOUR_MS, urgency: 'high', byDay: false },
  // Pleasant, but not urgent: it can wait until the phone is used.
  like: { lifeMs: 24 * HOUR_MS, urgency: 'normal', byDay: false },
  // It answers the member's own action; an hour later they have seen the outcome themselves.
  payment: { lifeMs: HOUR_MS, urgency: 'high', byDay: false },
  unread: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  weekly: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  reminder: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
  announcement: { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true },
}
