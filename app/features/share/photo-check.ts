/** Checks whether a shared file is a usable photo, before it is sent anywhere [PROF-3]. */
import type { ErrorCode } from '#contract/errors.ts'
import { PHOTO_PIXELS_MIN } from '#contract/limits.ts'
import { PHOTO_HEAD_BYTES, photoFileOf, type Size } from '#contract/rules/photo-file.ts'

export type Problem = ErrorCode | 'heic'
/** `checking` until both the bytes and the picture were checked. */
export type PhotoCheck = 'checking' | 'good' | Problem

export const isProblem = (check: PhotoCheck | undefined): check is Problem =>
  check !== undefined && check !== 'checking' && check !== 'good'

/** The type of a photo from its first bytes; null if we do not accept it. */
export type Kind = ReturnType<typeof photoFileOf>

export const kindOf = async (file: Blob): Promise<Kind> =>
  photoFileOf(new Uint8Array(await file.slice(0, PHOTO_HEAD_BYTES).arrayBuffer()))

/** @param shown the size of the picture in pixels, null if the browser cannot show it, undefined until it has tried */
export const checkPhoto = (kind: Kind | undefined, shown: Size | null | undefined): PhotoCheck => {
  if (kind === undefined) return 'checking'
  if (kind === null) return 'photo_type'
  if (kind.animated) return 'photo_animated'
  if (shown === undefined) return 'checking'
  // A HEIC that does not open is most often intact: this browser cannot decode HEIC.
  if (shown === null) return kind.type === 'image/heic' ? 'heic' : 'photo_broken'
  return Math.min(shown.width, shown.height) < PHOTO_PIXELS_MIN ? 'photo_too_small' : 'good'
}
