/**
 * The kinds of pushes [PWA-5]: the preferences they obey, how a push service treats them, and when their notification
 * closes. Server and worker derive both from this table; `docs/push.md` explains it.
 */
import type { Preference } from './entities/member-settings.ts'
import { HOUR_MS } from './limits.ts'

/** RFC 8030 §5.3: `high` wakes a device, `normal` waits for one that is awake or charging, `low` for Wi-Fi and power. */
export type Urgency = 'low' | 'normal' | 'high'

type Kind = {
  /** No two kinds share a preference. Of several, one applies to each push. A kind without any answers the member's own action. */
  preferences: readonly Preference[]
  /** Counted from the event, so that an outdated push never wakes a phone. We do not send an expired push, and a push service drops it. */
  lifeMs: number
  urgency: Urgency
  /** Can wait: it is sent by day at the member's place, without sound and with low urgency, and expires at the end of that day. */
  byDay: boolean
  /** The notification's tag for a subject (a conversation, a payment, an announcement): a later push replaces the earlier. */
  tag: (subject: string) => string
  /** A device that was offline gets only the last push of each topic. */
  topic: (subject: string) => string
  /** The notification closes once all of these were seen; an empty list leaves it to the member. */
  closedBy: readonly ('conversation' | 'likes' | 'messages')[]
}

const REMINDER = { lifeMs: 6 * HOUR_MS, urgency: 'low', byDay: true } as const

export const PUSH_KINDS = {
  // Someone waits for an answer. After a day the reminder of unread messages replaces it.
  message: {
    preferences: ['new_conversations', 'new_messages'],
    lifeMs: 24 * HOUR_MS,
    urgency: 'high',
    byDay: false,
    tag: (conversation) => `chat:${conversation}`,
    topic: (conversation) => conversation,
    closedBy: ['conversation'],
  },
  // Pleasant, but not urgent: it can wait until the phone is used.
  like: {
    preferences: ['like'],
    lifeMs: 24 * HOUR_MS,
    urgency: 'normal',
    byDay: false,
    tag: () => 'likes',
    topic: () => 'likes',
    closedBy: ['likes'],
  },
  // The push answers the member's own action; an hour later they have seen the outcome themselves.
  payment: {
    preferences: [],
    lifeMs: HOUR_MS,
    urgency: 'high',
    byDay: false,
    tag: (payment) => `payment:${payment}`,
    topic: (payment) => payment.replaceAll('-', ''),
    closedBy: [],
  },
  unread: {
    ...REMINDER,
    preferences: ['unread_message_reminders'],
    tag: () => 'unread',
    topic: () => 'unread',
    closedBy: ['messages'],
  },
  weekly: {
    ...REMINDER,
    preferences: ['weekly_updates'],
    tag: () => 'weekly',
    topic: () => 'weekly',
    closedBy: ['likes', 'messages'],
  },
  reminder: {
    ...REMINDER,
    preferences: ['reminders'],
    tag: () => 'reminder',
    topic: () => 'reminder',
    closedBy: [],
  },
  announcement: {
    ...REMINDER,
    preferences: ['news', 'promotions'],
    tag: (announcement) => `n-${announcement}`,
    topic: (announcement) => `n-${announcement}`,
    closedBy: [],
  },
} as const satisfies Record<string, Kind>

export type PushKind = keyof typeof PUSH_KINDS

export const PUSH_KIND_NAMES = Object.keys(PUSH_KINDS) as PushKind[]

/** A newer server may send a kind that this version does not know. */
export const isPushKind = (kind: string): kind is PushKind => Object.hasOwn(PUSH_KINDS, kind)
