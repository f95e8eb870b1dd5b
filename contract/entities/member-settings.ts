/** A member's own settings: notifications by channel, modes, dismissed alerts, consents, and the step of signup. */
import * as v from 'valibot'
import { Count, Timestamp } from '../fields.ts'
import { SIGNUP_STEPS } from '../limits.ts'

/** §3 Notification preferences. */
export const PREFERENCES = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const
export type Preference = (typeof PREFERENCES)[number]

export const CHANNELS = ['mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** The channels of each preference. New messages have no mail, since a mail per message would be too many. */
export const CHANNELS_OF: Record<Preference, readonly Channel[]> = {
  new_conversations: ['mail', 'push'],
  new_messages: ['push'],
  like: ['mail', 'push'],
  unread_message_reminders: ['mail', 'push'],
  promotions: ['mail', 'push'],
  weekly_updates: ['mail', 'push'],
  news: ['mail', 'push'],
  reminders: ['mail', 'push'],
}

/** [PROF-12] Alerts that a member can dismiss. */
const ALERTS = ['enrich_profile', 'push', 'disabled_notifications', 'time_bonus'] as const
export type Alert = (typeof ALERTS)[number]

/** [ACC-18] Separate consents; none is preselected. */
export const CONSENTS = ['sensitive'] as const
export type Consent = (typeof CONSENTS)[number]

/** The version of the texts that ask for a consent. It is stored with each consent, so that it can be shown what was agreed to (GDPR art. 7.1). */
export const CONSENT_TEXT_VERSION = 2

const ChannelChoice = v.object({ mail: v.boolean(), push: v.boolean() })
type ChannelChoice = v.InferOutput<typeof ChannelChoice>

export const MemberSettings = v.object({
  notifications: v.object(v.entriesFromList(PREFERENCES, ChannelChoice)),
  invisible_mode: v.boolean(),
  privacy_mode: v.boolean(),
  /** Whether a push may show the sender and the text; otherwise its text is discreet [PWA-6]. */
  push_details: v.boolean(),
  /** When each alert was dismissed, in ms. */
  dismissed_alerts: v.object(v.entriesFromList(ALERTS, v.optional(Timestamp))),
  /** When each consent was given, in ms, or null. */
  consents: v.object({ sensitive: v.nullable(Timestamp) }),
  /** The member's current step of signup (1–5, 5 asks to confirm the e-mail), or null after the last [ACC-1]. */
  signup_step: v.nullable(Count),
})
export type MemberSettings = v.InferOutput<typeof MemberSettings>

/** A change of settings; omitted fields stay unchanged. Consents have a call of their own. */
export const SettingsChange = v.object({
  notifications: v.optional(
    v.object(
      v.entriesFromList(
        PREFERENCES,
        v.optional(v.partial(v.object({ mail: v.boolean('invalid'), push: v.boolean('invalid') }))),
      ),
    ),
  ),
  invisible_mode: v.optional(v.boolean('invalid')),
  privacy_mode: v.optional(v.boolean('invalid')),
  push_details: v.optional(v.boolean('invalid')),
  dismissed_alerts: v.optional(v.object(v.entriesFromList(ALERTS, v.optional(Timestamp)))),
  signup_step: v.optional(
    v.nullable(
      v.pipe(
        v.number('invalid'),
        v.safeInteger('invalid'),
        v.minValue(1, 'out_of_range'),
        v.maxValue(SIGNUP_STEPS, 'out_of_range'),
      ),
    ),
  ),
})
export type SettingsChange = v.InferOutput<typeof SettingsChange>

const on = { mail: true, push: true }
const mailOnly = { mail: true, push: false }
const off = { mail: false, push: false }

/**
 * The settings of a new member. Notifications about the member's own contacts are on, advertising is off. Pushes are on
 * only for contacts, since only these are urgent.
 */
export const DEFAULT_MEMBER_SETTINGS: MemberSettings = {
  notifications: {
    new_conversations: on,
    new_messages: { mail: false, push: true },
    like: on,
    unread_message_reminders: mailOnly,
    promotions: off,
    weekly_updates: mailOnly,
    news: off,
    reminders: mailOnly,
  },
  invisible_mode: false,
  privacy_mode: false,
  push_details: false,
  dismissed_alerts: {},
  consents: { sensitive: null },
  signup_step: null,
}
