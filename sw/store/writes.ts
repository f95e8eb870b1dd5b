/** The writes that a member can queue on this device: one variant for each `queued` call of the table. */
import * as v from 'valibot'
import { calls, type CallName, type CallParsed } from '#contract/calls.ts'
import { CONSENTS, SettingsChange } from '#contract/entities/member-settings.ts'
import { ProfileChange } from '#contract/entities/profile.ts'
import { ClientId, ConversationId, Count, Id } from '#contract/fields.ts'
import { LOCALES } from '#contract/locales.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'

/** The names of all `queued` calls. A new queued call without a variant below does not compile. */
export type QueuedName = {
  [Name in CallName]: (typeof calls)[Name]['offline'] extends 'queued' ? Name : never
}[CallName]

/** The server's number of a photo, or the client id of a photo that is still queued. */
const PhotoId = v.string()

export const Write = v.variant('kind', [
  v.object({ kind: v.literal('messages.send'), conversation: ConversationId, body: calls['messages.send'].body }),
  /** The picture itself is in `blobs`, under the same client id. */
  v.object({ kind: v.literal('messages.photo'), conversation: ConversationId, client_id: ClientId, profile: Id }),
  /** `up_to`: the newest message that the device knew when the deletion was written, 0 for none. */
  v.object({
    kind: v.literal('chats.delete'),
    conversation: ConversationId,
    up_to: Count,
    /**
     * Set when own messages delivered since have advanced `up_to` from `from`; `unsure`: the feed has not reached them
     * yet.
     */
    carried: v.optional(v.object({ from: Count, unsure: v.boolean() })),
  }),
  v.object({ kind: v.literal('blocks.put'), profile: Id, conversation: ConversationId }),
  v.object({ kind: v.literal('blocks.delete'), profile: Id, conversation: ConversationId }),
  v.object({ kind: v.literal('swipe.put'), profile: Id, body: calls['swipe.put'].body }),
  v.object({ kind: v.literal('swipe.undo'), profile: Id }),
  v.object({ kind: v.literal('likes.put'), profile: Id }),
  v.object({ kind: v.literal('likes.delete'), profile: Id }),
  v.object({ kind: v.literal('likes.seen'), profile: Id }),
  v.object({ kind: v.literal('chats.read'), conversation: ConversationId, up_to: Id }),
  v.object({
    kind: v.literal('profile.put'),
    body: ProfileChange,
    /** The names of the place, if the device knew them at the time of writing. */
    place: v.optional(v.object({ region: v.string(), city: v.string() })),
  }),
  v.object({ kind: v.literal('consents.put'), consent: v.picklist(CONSENTS), given: v.boolean() }),
  v.object({ kind: v.literal('notifications.put'), body: SettingsChange }),
  v.object({ kind: v.literal('user.language'), language: v.picklist(LOCALES) }),
  /** The picture itself is in `blobs`, under the same client id. */
  v.object({ kind: v.literal('photos.add'), client_id: ClientId, private: v.boolean() }),
  v.object({ kind: v.literal('photos.change'), photo: PhotoId, body: calls['photos.change'].body }),
  v.object({ kind: v.literal('photos.order'), ids: v.array(PhotoId) }),
  v.object({ kind: v.literal('photos.delete'), photo: PhotoId }),
])
export type Write = v.InferOutput<typeof Write>
export type WriteOf<Kind extends QueuedName> = Extract<Write, { kind: Kind }>

export const isQueued = (name: CallName): name is QueuedName => calls[name].offline === 'queued'

/** Turns the parsed input of a queued call into a write of this member. */
export const writeOf = (name: QueuedName, input: unknown, member: number): Write => {
  // The table's schemas have parsed the input of exactly this call.
  switch (name) {
    case 'messages.send': {
      const { body } = input as CallParsed<'messages.send'>
      return { kind: name, conversation: conversationId(member, body.profile), body }
    }
    case 'messages.photo': {
      const { client_id, profile } = (input as CallParsed<'messages.photo'>).query
      return { kind: name, conversation: conversationId(member, profile), client_id, profile }
    }
    case 'chats.delete':
      return { kind: name, conversation: (input as CallParsed<'chats.delete'>).body.conversation, up_to: 0 }
    case 'blocks.put':
    case 'blocks.delete': {
      const { profile } = (input as CallParsed<'blocks.put'>).params
      return { kind: name, profile, conversation: conversationId(member, profile) }
    }
    case 'swipe.put': {
      const { params, body } = input as CallParsed<'swipe.put'>
      return { kind: name, profile: params.profile, body }
    }
    case 'swipe.undo':
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
      return { kind: name, profile: (input as CallParsed<'likes.put'>).params.profile }
    case 'chats.read': {
      const { params, body } = input as CallParsed<'chats.read'>
      return { kind: name, conversation: params.conversation, up_to: body.up_to }
    }
    case 'profile.put':
      return { kind: name, body: (input as CallParsed<'profile.put'>).body }
    case 'consents.put': {
      const { params, body } = input as CallParsed<'consents.put'>
      return { kind: name, consent: params.consent, given: body.given }
    }
    case 'notifications.put':
      return { kind: name, body: (input as CallParsed<'notifications.put'>).body }
    case 'user.language':
      return { kind: name, language: (input as CallParsed<'user.language'>).body.language }
    case 'photos.add': {
      const { query } = input as CallParsed<'photos.add'>
      return { kind: name, client_id: query.client_id, private: query.private === '1' }
    }
    case 'photos.change': {
      const { params, body } = input as CallParsed<'photos.change'>
      return { kind: name, photo: String(params.id), body }
    }
    case 'photos.order':
      return { kind: name, ids: (input as CallParsed<'photos.order'>).body.ids }
    case 'photos.delete':
      return { kind: name, photo: String((input as CallParsed<'photos.delete'>).params.id) }
  }
}

/**
 * The lane of a write; writes of one lane keep their order. Lanes exist for: messages of a conversation and its
 * deletion; swipes, since the day's likes are counted; a like and unlike of one profile; a consent and the edits that
 * need it; all changes of photos. Other writes do not wait for each other.
 */
export const laneOf = (write: Write): string => {
  switch (write.kind) {
    case 'messages.send':
    case 'messages.photo':
    case 'chats.delete':
      return `chat:${write.conversation}`
    case 'blocks.put':
    case 'blocks.delete':
      return `block:${write.profile}`
    case 'swipe.put':
    case 'swipe.undo':
      return 'swipe'
    case 'likes.put':
    case 'likes.delete':
      return `like:${write.profile}`
    case 'likes.seen':
      return `seen:${write.profile}`
    case 'chats.read':
      return `read:${write.conversation}`
    case 'profile.put':
    case 'consents.put':
      return 'profile'
    case 'notifications.put':
      return 'settings'
    case 'user.language':
      return 'language'
    case 'photos.add':
    case 'photos.change':
    case 'photos.order':
    case 'photos.delete':
      return 'photos'
  }
}
