/**
 * A push in the Declarative Web Push shape: Safari shows it even where the worker fails, and opens its address itself.
 * https://www.w3.org/TR/push-api/ (declarative push message), https://webkit.org/blog/16535/meet-declarative-web-push/
 *
 * What the worker has to know of browsers that understand it (Safari from 18.4):
 * - The event has no `data`: what was sent stands in `event.notification` (title, body, lang, tag, navigate, data) and
 *   in `event.appBadge`. All others hand over the text, as ever.
 * - A notification shown in its stead needs `navigate` among its options, an absolute URL, else it is refused; a tap on
 *   it opens that and fires no `notificationclick`. Actions are not shown there.
 * - `navigator.setAppBadge` inside the event may never resolve: nothing may wait for it.
 */
import * as v from 'valibot'
import { Chat, Message } from './entities/chat.ts'
import { ProfileCard } from './entities/profile.ts'
import { Counts } from './entities/user.ts'
import { Count, Id } from './fields.ts'

/** What a notification lets one do without opening the app; a platform that cannot leaves it out. */
export const PUSH_ACTIONS = ['reply', 'read', 'like'] as const

/**
 * Absolute, since WebKit takes no other (the draft would resolve a path against the worker's scope). The worker takes
 * the path of it and leaves the host alone: an app may be open under another name of this site.
 */
const Address = v.pipe(v.string(), v.regex(/^https?:\/\/[^/\\]+\/(?![/\\])/))

const PushAction = v.object({
  action: v.picklist(PUSH_ACTIONS),
  title: v.string(),
  /** Where it leads on a platform that opens an address and runs no worker. */
  navigate: Address,
})
export type PushAction = v.InferOutput<typeof PushAction>

/** What the worker stores. It stands inside the notification, where every browser hands it over. */
const PushData = v.object({
  /** Whose device this is for; a push for someone else is shown as nothing more than a hint. */
  member: Id,
  /** The member's feed after this push's change, so that the worker knows whether it missed something. */
  seq: Count,
  counts: Counts,
  message: v.nullable(Message),
  chat: v.nullable(Chat),
  profile: v.nullable(ProfileCard),
})
export type PushData = v.InferOutput<typeof PushData>

export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    /** One conversation, one tag: the later notification takes the place of the earlier. */
    tag: v.string(),
    navigate: Address,
    /** When it happened, in ms: a late push says so. */
    timestamp: v.optional(Count),
    /** Without sound and without lighting up the screen. */
    silent: v.optional(v.boolean()),
    actions: v.optional(v.array(PushAction)),
    data: PushData,
    /** Safari up to 26 looks for these two here, the draft for those below. */
    app_badge: v.optional(Count),
    mutable: v.optional(v.boolean()),
  }),
  /** The server's total [PWA-8]. */
  app_badge: v.optional(Count),
  /** The worker is asked first: it stores what came before it is shown. */
  mutable: v.optional(v.boolean()),
})
export type PushPayload = v.InferOutput<typeof PushPayload>
