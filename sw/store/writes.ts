/** What a member can write on this device: one variant for each call the table says is `queued`. */
import * as v from 'valibot'
import { calls, type CallName, type CallParsed } from '#contract/calls.ts'
import { CONSENTS, SettingsChange } from '#contract/entities/member-settings.ts'
import { ProfileChange } from '#contract/entities/profile.ts'
import { ClientId, ConversationId, Count, Id } from '#contract/fields.ts'
import { LOCALES } from '#contract/locales.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'

/** Every call the table says is `queued`; a new one without a variant here does not compile. */
export type QueuedName = {
  [Name in CallName]: (typeof calls)[Name]['offline'] extends 'queued' ? Name : never
}[CallName]

/** A photo the server knows goes by its number, one that still waits here by its client id. */
const PhotoId = v.string()

export const Write = v.variant('kind', [
  v.object({ kind: v.literal('messages.send'), conversation: ConversationId, body: calls['messages.send'].body }),
  /** The picture itself is in `blobs`, under the same client id. */
  v.object({ kind: v.literal('messages.photo'), conversation: ConversationId, client_id: ClientId, profile: Id }),
  /** `up_to`: the newest message the device knew of when it was written, 0 for none. */
  v.object({
    kind: v.literal('chats.delete'),
    conversation: ConversationId,
    up_to: Count,
    /** Own messages delivered since have moved `up_to` on from here; `unsure`: the feed has not come as far yet. */
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
    /** What the place is called, where it was known when it was written. */
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

/** What the parsed input of a queued call means as a write of this member. */
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
 * Messages of a conversation and its deletion keep their order; so do swipes (the day's likes are counted), a like and an unlike of one profile, a consent and the edits it is
 * for, and whatever is done to photos. Nothing else waits for another.
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
