import * as v from 'valibot'

export const PHOTO_STATUSES = ['pending', 'active', 'rejected'] as const
export const PHOTO_SIZES = ['full', 'card', 'thumb'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** §3 an image: paths on this site, `match` with the CDN prefix in front. The content behind a path never changes. */
export const Photo = v.object({
  id: v.string(),
  status: v.picklist(PHOTO_STATUSES),
  filename: v.string(),
  thumb_filename: v.string(),
  match: v.string(),
})
export type Photo = v.InferOutput<typeof Photo>
