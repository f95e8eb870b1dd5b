/** The address of a photo in each size: `/photos/<id>/<size>`, the same for the app, the worker and the server. */
import type { Photo, PhotoSize } from '#contract/entities/photo.ts'

/** The path of a photo in a size. The server names the paths of `full` and `thumb`; `card` is derived from `full`. */
export const photoSource = (photo: Photo, size: PhotoSize): string => {
  if (size === 'full') return photo.filename
  if (size === 'thumb') return photo.thumb_filename
  return photo.filename.replace(/\/full$/, '/card')
}
