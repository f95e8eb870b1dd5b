/**
 * Prepares a photo on the page, for browsers without a canvas in workers. If that fails too, the file is uploaded
 * unchanged: the server encodes every photo again.
 */
import { PHOTO_BYTES_MAX, PHOTO_PIXELS_MIN } from '#contract/limits.ts'
import { PHOTO_HEAD_BYTES, photoFileOf, photoSize, type PhotoFile } from '#contract/rules/photo-file.ts'
import type { PreparedOrProblem } from './photo-pool.ts'

const QUALITY = 0.85

export const prepareOnPage = async (file: Blob): Promise<PreparedOrProblem> => {
  if (file.size > PHOTO_BYTES_MAX) return { error: 'photo_too_large', limit: PHOTO_BYTES_MAX }
  const kind = photoFileOf(new Uint8Array(await file.slice(0, PHOTO_HEAD_BYTES).arrayBuffer()))
  if (!kind) return { error: 'photo_type' }
  if (kind.animated) return { error: 'photo_animated' }
  const picture = await decoded(file.slice(0, file.size, kind.type))
  if (!picture) return { error: kind.type === 'image/heic' ? 'photo_heic' : 'photo_broken' }
  if (Math.min(picture.naturalWidth, picture.naturalHeight) < PHOTO_PIXELS_MIN)
    return { error: 'photo_too_small', limit: PHOTO_PIXELS_MIN }
  const size = photoSize({ width: picture.naturalWidth, height: picture.naturalHeight })
  return { ...size, photo: (await encoded(picture, size)) ?? original(file, kind), colours: '' }
}

/** An image element applies the photo's orientation itself. */
const decoded = async (file: Blob): Promise<HTMLImageElement | null> => {
  const address = URL.createObjectURL(file)
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
    return picture
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

const encoded = (picture: HTMLImageElement, { width, height }: { width: number; height: number }) =>
  new Promise<Blob | null>((resolve) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) {
      resolve(null)
      return
    }
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })

const original = (file: Blob, { type }: PhotoFile): Blob => file.slice(0, file.size, type)
