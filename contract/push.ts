/**
 * A push in the Declarative Web Push format: Safari shows it even if the worker fails, and opens its address itself.
 * https://www.w3.org/TR/push-api/ (declarative push message), https://webkit.org/blog/16535/meet-declarative-web-push/
 *
 * Browsers that support it (Safari from 18.4) differ from others:
 * - The event has no `data`. The payload is in `event.notification` (title, body, lang, tag, navigate, data) and
 *   `event.appBadge`. All other browsers pass the text as usual.
 * - A notification that replaces it needs an absolute URL as `navigate`, or it is refused. A tap opens this URL and fires
 *   no `notificationclick`. Actions are not shown.
 * - `navigator.setAppBadge` inside the event may never resolve, so nothing may await it.
 */
import * as v from 'valibot'
import { Chat, Message } from './entities/chat.ts'
import { ProfileCard } from './entities/profile.ts'
import { Counts } from './entities/user.ts'
import { ConversationId, Count, Id } from './fields.ts'
import { PUSH_KIND_NAMES } from './push-kinds.ts'

/** The actions of a notification that need no open app; platforms without actions omit them. */
const PUSH_ACTIONS = ['reply', 'read', 'like'] as const

/**
 * An absolute URL, since WebKit accepts no other (the draft would resolve a path against the worker's scope). The
 * worker uses only its path: the app may be open under another name of this site.
 */
const Address = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\\]+\/(?![/\\])/))

const PushAction = v.object({
  action: v.picklist(PUSH_ACTIONS),
  title: v.string(),
  /** The address to open on a platform that opens an address and runs no worker. */
  navigate: Address,
})
export type PushAction = v.InferOutput<typeof PushAction>

/** The data that the worker stores. They are inside the notification, where every browser passes them on. */
const PushData = v.object({
  /** The recipient. On a device of another member, the worker shows only a generic notification. */
  member: Id,
  /** The member's `seq` after this push's change, so that the worker knows whether it missed something. */
  seq: Count,
  counts: Counts,
  message: v.nullable(Message),
  chat: v.nullable(Chat),
  profile: v.nullable(ProfileCard),
  /** The kind. This and the two fields below are missing in pushes of older servers (`sw/older-pushes.ts`). */
  kind: v.optional(v.picklist(PUSH_KIND_NAMES)),
  /** The profile whose name the notification shows; null if the notification is discreet or about nobody. */
  names: v.optional(v.nullable(Id)),
  /** The conversation of the message, even if the push had no room for the message. */
  conversation: v.optional(v.nullable(ConversationId)),
})
export type PushData = v.InferOutput<typeof PushData>

export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    /** One tag per conversation: a later notification replaces the earlier. */
    tag: v.string(),
    navigate: Address,
    /** The time of the event in ms, so that a late push shows its age. */
    timestamp: v.optional(Count),
    /** Without sound and without lighting up the screen. */
    silent: v.optional(v.boolean()),
    actions: v.optional(v.array(PushAction)),
    data: PushData,
    /** Safari up to 26 reads these two here; the draft defines them at the top level. */
    app_badge: v.optional(Count),
    mutable: v.optional(v.boolean()),
  }),
  /** The server's total [PWA-8]. */
  app_badge: v.optional(Count),
  /** Lets the worker run first, so that it stores the data before the notification shows. */
  mutable: v.optional(v.boolean()),
})
export type PushPayload = v.InferOutput<typeof PushPayload>

/** A browser's `PushSubscription.toJSON()`. */
export const PushSubscription = v.object({
  endpoint: v.pipe(
    v.string('required'),
    v.url('invalid'),
    v.startsWith('https://', 'invalid'),
    v.maxLength(1_000, 'too_long'),
  ),
  keys: v.object({
    // A point of 65 bytes and a secret of 16 (RFC 8291 §3); encryption needs exactly these.
    p256dh: v.pipe(v.string('required'), v.regex(/^[\w-]{87}=?$/, 'invalid')),
    auth: v.pipe(v.string('required'), v.regex(/^[\w-]{22}(==)?$/, 'invalid')),
  }),
})
