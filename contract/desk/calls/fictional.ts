/** The desk's calls about fictional profiles: marketing writes them, moderators read [DESK-14], [GUARD-7]. */
import * as v from 'valibot'
import { PHOTO_SIZES, PHOTO_TYPES } from '../../entities/photo.ts'
import { PICTURE_ERRORS } from '../../errors.ts'
import { ClientId, Count, CountryCode, Id, IdText, OperatorText } from '../../fields.ts'
import { PHOTO_BYTES_MAX, PHOTOS_PREMIUM } from '../../limits.ts'
import type { DeskCall } from '../call.ts'
import { FictionalConversation, FictionalForm, FictionalProfile, FictionalRow } from '../entities/fictional.ts'
import { ConversationLine } from './answers.ts'

const READERS = ['marketing', 'moderator', 'owner'] as const
const EDITORS = ['marketing', 'owner'] as const
/** A conversation is a member's as well, so those who advertise do not read it. */
const LISTENERS = ['moderator', 'owner'] as const

export const FICTIONAL_STATES = ['active', 'paused'] as const

const byId = v.object({ id: IdText })
const byPhoto = v.object({ id: IdText, photo: IdText })
const byPair = v.object({ id: IdText, member: IdText })
const withReason = v.object({ reason: OperatorText })
const Place = v.object({ id: v.string(), name: v.string() })

export const fictionalCalls = {
  /** The newest first; `after` is the last id of the page before. */
  'fictional.list': {
    method: 'GET',
    path: 'fictional',
    roles: READERS,
    query: v.object({
      /** The beginning of a name. */
      q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'too_long'))),
      state: v.optional(v.picklist(FICTIONAL_STATES, 'invalid')),
      after: v.optional(IdText),
    }),
    response: v.object({
      profiles: v.array(FictionalRow),
      /** All fictional profiles, and the paused ones. */
      total: Count,
      paused: Count,
      more: v.boolean(),
    }),
    errors: [],
  },
  /** Lists for the form: countries and languages of the site, and the places of one country. */
  'fictional.choices': {
    method: 'GET',
    path: 'fictional-choices',
    roles: EDITORS,
    query: v.object({ country: v.optional(CountryCode) }),
    response: v.object({
      countries: v.array(v.string()),
      languages: v.array(v.string()),
      min_age: Count,
      regions: v.array(v.object({ ...Place.entries, cities: v.array(Place) })),
    }),
    errors: [],
  },
  'fictional.get': {
    method: 'GET',
    path: 'fictional/:id',
    roles: READERS,
    params: byId,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.add': {
    method: 'POST',
    path: 'fictional',
    roles: EDITORS,
    body: FictionalForm,
    response: v.object({ id: Id }),
    errors: [],
  },
  'fictional.change': {
    method: 'PUT',
    path: 'fictional/:id',
    roles: EDITORS,
    params: byId,
    body: FictionalForm,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  /** Nobody can write to a paused profile or find it; credits for messages that wait come back at once. */
  'fictional.pause': {
    method: 'PUT',
    path: 'fictional/:id/paused',
    roles: EDITORS,
    params: byId,
    body: v.object({ paused: v.boolean('invalid'), reason: OperatorText }),
    response: FictionalProfile,
    errors: ['not_found', 'changed_meanwhile'],
  },
  'fictional.add_photo': {
    method: 'POST',
    path: 'fictional/:id/photos',
    roles: EDITORS,
    params: byId,
    query: v.object({ client_id: ClientId }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: PHOTO_TYPES },
    response: FictionalProfile,
    errors: ['not_found', 'photo_limit', ...PICTURE_ERRORS, 'rate_limited'],
  },
  /** The first approved photo is the main one. */
  'fictional.order_photos': {
    method: 'PUT',
    path: 'fictional/:id/photos',
    roles: EDITORS,
    params: byId,
    body: v.object({ ids: v.pipe(v.array(Id, 'invalid'), v.maxLength(PHOTOS_PREMIUM, 'too_many')) }),
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.remove_photo': {
    method: 'DELETE',
    path: 'fictional/:id/photos/:photo',
    roles: EDITORS,
    params: byPhoto,
    response: FictionalProfile,
    errors: ['not_found'],
  },
  'fictional.photo': {
    method: 'GET',
    path: 'fictional/:id/photos/:photo/:size',
    roles: READERS,
    background: true,
    params: v.object({ ...byPhoto.entries, size: v.picklist(PHOTO_SIZES, 'invalid') }),
    response: 'file',
    errors: ['not_found'],
  },
  /** The newest first, without their texts. */
  'fictional.conversations': {
    method: 'GET',
    path: 'fictional/:id/conversations',
    roles: LISTENERS,
    params: byId,
    response: v.object({ conversations: v.array(FictionalConversation), total: Count }),
    errors: ['not_found'],
  },
  /** Opens a conversation; the audit says who looked and why. The newest messages, the oldest first. */
  'fictional.open': {
    method: 'POST',
    path: 'fictional/:id/conversations/:member/open',
    roles: LISTENERS,
    about: 'member',
    params: byPair,
    body: withReason,
    response: v.object({ lines: v.array(ConversationLine), more: v.boolean() }),
    errors: ['not_found'],
  },
} as const satisfies Record<string, DeskCall>
