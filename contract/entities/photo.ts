import * as v from 'valibot'
import { ClientId, intText } from '../fields.ts'
import { PHOTO_BYTES_MAX } from '../limits.ts'
import { Failure, UploadedShare, WAITING_STATES } from './failure.ts'

/** The file types that may be uploaded; the server checks the bytes, not the header. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'] as const

/** The type of a part of a photo. */
export const PHOTO_PART_TYPE = 'application/octet-stream'

/** The bytes of a photo that have arrived in parts before the request that has its end. */
export const PhotoStart = v.optional(intText(0, PHOTO_BYTES_MAX))

export const PHOTO_STATUSES = ['pending', 'active', 'rejected'] as const
/** `blur` is the small blurred rendition for viewers who may not see the photo [PROF-6]. */
export const PHOTO_SIZES = ['full', 'card', 'thumb', 'blur'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** The reasons of the desk for rejecting a photo. */
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
 * The reasons a viewer may not see a photo [PROF-6]. A visitor has to log in; a free member needs premium. A private
 * photo needs its owner's like, a match or a conversation. All photos of a member in privacy mode need a match or a
 * conversation.
 */
export const PHOTO_LOCKS = ['login', 'premium', 'private', 'reserved'] as const
export type PhotoLock = (typeof PHOTO_LOCKS)[number]

/** Four corner colours, `rrggbb` each, top left to bottom right. They fill the place until the photo has loaded. */
const Colours = v.pipe(v.string(), v.regex(/^([0-9a-f]{24})?$/))

/**
 * §3 An image: paths on this site; `match` has the CDN prefix. The content of a path never changes. If the viewer may
 * not see the photo, `locked` is set and every path leads to the blurred rendition.
 */
export const Photo = v.object({
  id: v.string(),
  status: v.picklist(PHOTO_STATUSES),
  filename: v.string(),
  thumb_filename: v.string(),
  match: v.string(),
  colours: Colours,
  locked: v.boolean(),
  /** The reason it is locked, so that the app can say what unlocks it; null if it is not locked. */
  lock: v.nullable(v.picklist(PHOTO_LOCKS)),
  /** True for a drawn portrait. A screen may mirror a drawing, but never a photograph: that would mirror text in it. */
  drawn: v.optional(v.boolean()),
})
export type Photo = v.InferOutput<typeof Photo>

/** The member's own photo. Until it is uploaded, its id is the client id and the device answers its paths. */
export const OwnPhoto = v.object({
  ...Photo.entries,
  private: v.boolean(),
  /** The reason it was rejected, or null. */
  reason: v.nullable(v.picklist(PHOTO_REASONS)),
  /** The decision to appeal against, or null. */
  decision: v.nullable(v.number()),
  client_id: v.nullable(ClientId),
  /** The state of the queued upload; only the device sets it. */
  waiting: v.optional(v.picklist(WAITING_STATES)),
  failure: v.optional(v.nullable(Failure)),
  uploaded: UploadedShare,
})
export type OwnPhoto = v.InferOutput<typeof OwnPhoto>
