/** §3 User: the account. The data that others see is the Profile. */
import * as v from 'valibot'
import { Count, Id, Timestamp } from '../fields.ts'
import { LOCALES } from '../locales.ts'
import { MemberSettings } from './member-settings.ts'
import { OwnProfile } from './profile.ts'

/** The states of an account that its member can still see. */
export const USER_STATUSES = ['not_confirmed', 'active', 'deleting'] as const
export const ACCOUNT_STATUSES = [...USER_STATUSES, 'deleted'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]
export const DISABLED_REASONS = ['fbl', 'bounce', 'listunsubscribe'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const User = v.object({
  /** The member's id, which is also the id of their profile. */
  id: Id,
  status: v.picklist(USER_STATUSES),
  email: v.string(),
  /** [ACC-11] The new address of a change whose mail came back, so that `email` stays. */
  bounced_address: v.optional(v.string()),
  credits: Count,
  /** The mailbox has had the free credits with another account, and this one has none yet [GUARD-5]. */
  free_credits_before: v.optional(v.literal(true)),
  /** The cost of the queued messages, which `credits` no longer includes [CHAT-15]; only the device sets this. */
  credits_waiting: v.optional(Count),
  /**
   * The number of conversations a free member may still start [CHAT-4]; null for premium members, missing in older
   * rows.
   */
  conversations_left: v.optional(v.nullable(Count)),
  paid_user: v.boolean(),
  signup_date: Timestamp,
  language: v.picklist(LOCALES),
  fictional_icon: v.boolean(),
  notifications_disabled: v.array(v.picklist(DISABLED_REASONS)),
  profile: OwnProfile,
  settings: MemberSettings,
  /**
   * [GUARD-6] The time from which the member's country needs a check of the age that the member has not passed; null for
   * none, missing in older rows.
   */
  age_due: v.optional(v.nullable(Timestamp)),
  /** The desk has a sanction in force for the member [DESK-7]; missing in older rows, which say nothing of it. */
  sanctioned: v.optional(v.boolean()),
  /** The time at which the sanction ends by itself; missing without an end, and in older rows. */
  sanctioned_until: v.optional(Timestamp),
  /** The number of photos this member may have [PROF-3]. */
  photo_limit: Count,
})
export type User = v.InferOutput<typeof User>

/** The counts in title and badge: the server's own totals [PWA-8], [SHELL-17]. */
export const Counts = v.object({ unread_messages: Count, new_likes: Count })
export type Counts = v.InferOutput<typeof Counts>
