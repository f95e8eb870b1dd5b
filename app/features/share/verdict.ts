/** Whether what was shared is a photo that can be used, said before it is sent anywhere [PROF-3]. */
import type { ErrorCode } from '#contract/errors.ts'
import { PHOTO_PIXELS_MIN } from '#contract/limits.ts'
import { PHOTO_HEAD_BYTES, photoFileOf, type Size } from '#contract/rules/photo-file.ts'

export type Problem = ErrorCode | 'heic'
/** `checking` until both its bytes and its picture were looked at. */
export type Verdict = 'checking' | 'good' | Problem

export const isProblem = (verdict: Verdict | undefined): verdict is Problem =>
  verdict !== undefined && verdict !== 'checking' && verdict !== 'good'

/** By its first bytes: what it is; null for what is none of ours. */
export type Kind = ReturnType<typeof photoFileOf>

export const kindOf = async (file: Blob): Promise<Kind> =>
  photoFileOf(new Uint8Array(await file.slice(0, PHOTO_HEAD_BYTES).arrayBuffer()))

/** @param shown the size of the picture in pixels, `null` where the browser cannot show it, undefined until it has tried */
export const verdictOf = (kind: Kind | undefined, shown: Size | null | undefined): Verdict => {
  if (kind === undefined) return 'checking'
  if (kind === null) return 'photo_type'
  if (kind.animated) return 'photo_animated'
  if (shown === undefined) return 'checking'
  // A HEIC that does not open is most often whole: this browser cannot read any.
  if (shown === null) return kind.type === 'image/heic' ? 'heic' : 'photo_broken'
  return Math.min(shown.width, shown.height) < PHOTO_PIXELS_MIN ? 'photo_too_small' : 'good'
}
