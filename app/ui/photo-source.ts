/** Where a photo lies in each size: `/photos/<id>/<size>`, the same place for the app, the worker and the server. */
import type { Photo, PhotoSize } from '#contract/entities/photo.ts'

/** The path of a photo in a size; the paths the server names win where it names one. */
export const photoSource = (photo: Photo, size: PhotoSize): string => {
  if (size === 'full') return photo.filename
  if (size === 'thumb') return photo.thumb_filename
  return photo.filename.replace(/\/full$/, '/card')
}
