/** A push in the Declarative Web Push shape (Safari shows it without the worker), with what the worker stores beside it. */
import * as v from 'valibot'
import { Chat, Message } from './entities/chat.ts'
import { ProfileCard } from './entities/profile.ts'
import { Counts } from './entities/user.ts'
import { Count, Id } from './fields.ts'

export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    tag: v.string(),
    /** Same-origin path opened by a tap. */
    navigate: v.pipe(v.string(), v.regex(/^\/(?!\/)/)),
  }),
  app_badge: v.string(),
  visavis: v.object({
    /** Whose device this is for; a push for someone else is shown as nothing more than a hint. */
    member: Id,
    /** The member's feed after this push's change, so that the worker knows whether it missed something. */
    seq: Count,
    counts: Counts,
    message: v.nullable(Message),
    chat: v.nullable(Chat),
    profile: v.nullable(ProfileCard),
  }),
})
export type PushPayload = v.InferOutput<typeof PushPayload>
