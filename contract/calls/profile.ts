/** The calls about the member's own profile and photos. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { OwnPhoto, PHOTO_PART_TYPE, PHOTO_TYPES, PhotoStart } from '../entities/photo.ts'
import { OwnProfile, ProfileChange } from '../entities/profile.ts'
import { PICTURE_ERRORS } from '../errors.ts'
import { ClientId, Count, IdText, intText } from '../fields.ts'
import { PHOTO_BYTES_MAX, PHOTO_PART_BYTES_MAX, PHOTOS_PREMIUM } from '../limits.ts'

/** Every change of photos answers with all of them, in order. */
const Photos = v.object({ photos: v.array(OwnPhoto), main: v.nullable(v.string()) })

export const profileCalls = {
  'profile.get': {
    method: 'GET',
    path: 'profile',
    who: 'member',
    offline: 'cached',
    response: v.object({ profile: OwnProfile }),
    errors: [],
  },
  'profile.put': {
    method: 'PUT',
    path: 'profile',
    who: 'member',
    offline: 'queued',
    body: ProfileChange,
    response: v.object({ profile: OwnProfile }),
    errors: ['consent_required'],
  },
  /**
   * Uploads the next part of a photo whose last part will come with `photos.add` or `messages.photo`, so that an upload over a bad
   * network continues. A part that does not begin at `received` is dropped: an empty one only asks.
   */
  'photos.part': {
    method: 'PUT',
    path: 'photo-parts/:client_id',
    who: 'member',
    offline: 'network',
    params: v.object({ client_id: ClientId }),
    query: v.object({ from: intText(0, PHOTO_BYTES_MAX) }),
    upload: { bytesMax: PHOTO_PART_BYTES_MAX, types: [PHOTO_PART_TYPE] },
    /** The number of bytes that have arrived. `is_known`: the photo of this id is complete, so the last request needs no file. */
    response: v.object({ received: Count, is_known: v.boolean() }),
    errors: ['photo_type', 'photo_too_large', 'photo_broken', 'rate_limited'],
  },
  /**
   * The body is the picture, or its end if parts up to `from` have arrived. A repeated request with the same `client_id` adds no second
   * photo.
   */
  'photos.add': {
    method: 'POST',
    path: 'photos',
    who: 'member',
    offline: 'queued',
    query: v.object({ client_id: ClientId, private: v.optional(v.literal('1', 'invalid')), from: PhotoStart }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: PHOTO_TYPES },
    response: Photos,
    errors: ['photo_limit', ...PICTURE_ERRORS, 'photo_parts_missing', 'rate_limited'],
  },
  /** Changes one of two things: whether the photo is private, or that it is the main photo. */
  'photos.change': {
    method: 'PATCH',
    path: 'photos/:id',
    who: 'member',
    offline: 'queued',
    params: v.object({ id: IdText }),
    body: v.object({
      private: v.optional(v.boolean('invalid')),
      main: v.optional(v.literal(true, 'invalid')),
    }),
    response: Photos,
    errors: ['not_found'],
  },
  /** All ids in the wanted order. Missing photos follow in their old order; unknown ids are ignored. */
  'photos.order': {
    method: 'PUT',
    path: 'photos',
    who: 'member',
    offline: 'queued',
    body: v.object({
      ids: v.pipe(
        v.array(v.pipe(v.string('invalid'), v.maxLength(40, 'invalid')), 'invalid'),
        v.maxLength(PHOTOS_PREMIUM, 'too_many'),
      ),
    }),
    response: Photos,
    errors: [],
  },
  /** Deletes a photo and its files ('Photo deleted'). */
  'photos.delete': {
    method: 'DELETE',
    path: 'photos/:id',
    who: 'member',
    offline: 'queued',
    params: v.object({ id: IdText }),
    response: Photos,
    errors: [],
  },
} as const satisfies Record<string, Call>
