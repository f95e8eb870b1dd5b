import * as v from 'valibot'
import { ClientId } from '../fields.ts'
import { Failure } from './failure.ts'

/** What may be uploaded; the bytes are looked at, whatever the header says. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const

export const PHOTO_STATUSES = ['pending', 'active', 'rejected'] as const
/** `blur` is the small blurred rendition for who may not see the photo [PROF-6]. */
export const PHOTO_SIZES = ['full', 'card', 'thumb', 'blur'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** Why a photo was rejected, as the desk chooses it. */
export const PHOTO_REASONS = [
  'not_a_person',
  'not_you',
  'nudity',
  'minor',
  'text_or_contact',
  'quality',
  'other',
] as const
export type PhotoReason = (typeof PHOTO_REASONS)[number]

/**
 * What keeps a viewer from a photo [PROF-6]: a visitor logs in, a free member becomes premium, a private photo waits for
 * its owner's like, a match or a conversation, and so does everything of a member in privacy mode.
 */
export const PHOTO_LOCKS = ['login', 'premium', 'private', 'reserved'] as const
export type PhotoLock = (typeof PHOTO_LOCKS)[number]

/** Four corner colours, `rrggbb` each, top left to bottom right: what fills the place until the photo is there. */
const Colours = v.pipe(v.string(), v.regex(/^([0-9a-f]{24})?$/))

/**
 * §3 an image: paths on this site, `match` with the CDN prefix in front. The content behind a path never changes. Where
 * the viewer may not see it, `locked` is set and every path leads to the blurred rendition.
 */
export const Photo = v.object({
  id: v.string(),
  status: v.picklist(PHOTO_STATUSES),
  filename: v.string(),
  thumb_filename: v.string(),
  match: v.string(),
  colours: Colours,
  locked: v.boolean(),
  /** Why it is locked, so that the app can say what opens it; null where it is not. */
  lock: v.nullable(v.picklist(PHOTO_LOCKS)),
})
export type Photo = v.InferOutput<typeof Photo>

/** One's own photo. Until it is uploaded its id is the client id, and its paths are answered by the device. */
export const OwnPhoto = v.object({
  ...Photo.entries,
  private: v.boolean(),
  /** Why it was rejected, or null. */
  reason: v.nullable(v.picklist(PHOTO_REASONS)),
  /** The decision to appeal against, or null. */
  decision: v.nullable(v.number()),
  client_id: v.nullable(ClientId),
  /** Only the device says so: it waits here, or the server refused it. */
  waiting: v.optional(v.picklist(['queued', 'sending', 'failed'])),
  failure: v.optional(v.nullable(Failure)),
})
export type OwnPhoto = v.InferOutput<typeof OwnPhoto>
