/**
 * Prepares a chosen file for upload: checked, upright, at most 1600 px, encoded again, so that no metadata (place,
 * device, time) leaves the device [PROF-4]. Only where the browser falsifies drawings, the server does that alone.
 */
import { PHOTO_BYTES_MAX, PHOTO_PIXELS_MIN } from '#contract/limits.ts'
import { cornerColours, PHOTO_HEAD_BYTES, photoFileOf, photoSize, type Size } from '#contract/rules/photo-file.ts'

export type PhotoProblem = {
  error: 'photo_type' | 'photo_heic' | 'photo_too_large' | 'photo_animated' | 'photo_broken' | 'photo_too_small'
  /** The exceeded limit. */
  limit?: number
}

/** `colours` fills the photo's place until it has loaded. */
export type PreparedPhoto = Size & { photo: Blob; colours: string }

/** The browser's drawing functions; tests replace them. */
export type Canvas = {
  /** Decodes upright. Throws if the file cannot be decoded. */
  decode: (file: Blob) => Promise<Picture>
  /** Draws on white, since transparent areas would become black. */
  draw: (picture: Picture, size: Size) => Drawing
  /** Whether a drawing gives the pixels that were drawn. Tor Browser, for one, gives random pixels against recognition. */
  isTrue: () => boolean
}
export type Picture = Size & { close: () => void }
type Drawing = {
  pixels: () => ArrayLike<number>
  /** If the browser cannot encode this type, the blob has another type. */
  encode: (type: string, quality: number) => Promise<Blob>
}

const QUALITY = 0.85
const SAMPLE: Size = { width: 8, height: 8 }

/** @param progress gets the finished share of the work, 0 to 1 */
export const preparePhoto = async (
  { decode, draw, isTrue }: Canvas,
  file: Blob,
  progress: (done: number) => void,
): Promise<PreparedPhoto | PhotoProblem> => {
  if (file.size > PHOTO_BYTES_MAX) return { error: 'photo_too_large', limit: PHOTO_BYTES_MAX }
  const kind = photoFileOf(new Uint8Array(await file.slice(0, PHOTO_HEAD_BYTES).arrayBuffer()))
  if (!kind) return { error: 'photo_type' }
  if (kind.animated) return { error: 'photo_animated' }
  progress(0.1)
  const picture = await decode(file.slice(0, file.size, kind.type)).catch(() => null)
  // A HEIC that cannot be opened is usually intact: this browser cannot decode the format.
  if (!picture) return { error: kind.type === 'image/heic' ? 'photo_heic' : 'photo_broken' }
  try {
    progress(0.5)
    if (Math.min(picture.width, picture.height) < PHOTO_PIXELS_MIN)
      return { error: 'photo_too_small', limit: PHOTO_PIXELS_MIN }
    const size = photoSize(picture)
    // The server encodes every photo again, so the file itself may leave the device.
    if (!isTrue()) return { ...size, photo: file.slice(0, file.size, kind.type), colours: '' }
    const drawing = draw(picture, size)
    progress(0.7)
    const webp = await drawing.encode('image/webp', QUALITY)
    const photo = webp.type === 'image/webp' ? webp : await drawing.encode('image/jpeg', QUALITY)
    progress(0.95)
    const colours = cornerColours(draw(picture, SAMPLE).pixels(), SAMPLE)
    progress(1)
    return { ...size, photo, colours }
  } catch {
    // Usually the photo needs too much of this device's memory; the browser gives no other reason.
    return { error: 'photo_broken' }
  } finally {
    picture.close()
  }
}
