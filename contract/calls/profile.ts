/** The calls about the member's own profile and photos. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { OwnPhoto, PHOTO_TYPES } from '../entities/photo.ts'
import { OwnProfile, ProfileChange } from '../entities/profile.ts'
import { PICTURE_ERRORS } from '../errors.ts'
import { ClientId, IdText } from '../fields.ts'
import { PHOTO_BYTES_MAX, PHOTOS_PREMIUM } from '../limits.ts'

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
  /** The body is the picture. A repeated request with the same `client_id` adds no second photo. */
  'photos.add': {
    method: 'POST',
    path: 'photos',
    who: 'member',
    offline: 'queued',
    query: v.object({ client_id: ClientId, private: v.optional(v.literal('1', 'invalid')) }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: PHOTO_TYPES },
    response: Photos,
    errors: ['photo_limit', ...PICTURE_ERRORS, 'rate_limited'],
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
