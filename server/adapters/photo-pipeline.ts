/**
 * Makes of an uploaded file what is stored: checked, turned upright, its colours as sRGB, encoded anew, so that nothing
 * of the file itself (EXIF, position, whatever hangs on its end) is ever kept [PROF-4].
 */
import sharp, { type Metadata } from 'sharp'
import { PHOTO_AREA_MAX, PHOTO_FULL } from '#contract/limits.ts'
import { forget } from './photo-pipeline-forget.ts'
import { createGate, type Gate } from './photo-pipeline-gate.ts'
import { decodingBytes, DECODING_ROOM, refusalOf, type PhotoRefusal } from './photo-pipeline-limits.ts'
import { render, type Pixels, type Rendered } from './photo-pipeline-renditions.ts'
import { sniff, type PhotoType } from './photo-pipeline-sniff.ts'

/** @returns the renditions, or why the file is refused; never throws for what a file may hold */
export type PreparePhoto = (file: Uint8Array) => Promise<Rendered | PhotoRefusal>

export const isPhotoRefusal = (result: Rendered | PhotoRefusal): result is PhotoRefusal => 'error' in result

// Nothing is asked for twice, and each photo has one thread: two at a time are the two threads.
sharp.cache(false)
sharp.concurrency(1)

const AT_ONCE = 2
/** No photo that may be takes a tenth of it. */
const SECONDS_MAX = 30
const WHITE = '#ffffff'

/**
 * At most two at a time, and fewer where two would need more memory than there is for all.
 * @param gate tests give their own
 */
export const createPhotoPipeline = (gate: Gate = createGate({ room: DECODING_ROOM })): PreparePhoto => {
  return async (file) => {
    const sniffed = sniff(file)
    if (!sniffed) return { error: 'photo_type' }
    if (sniffed.isAnimated) return { error: 'photo_animated' }
    const header = await headerOf(file)
    if (!header) return { error: broken(sniffed.type) }
    if (header.format !== sniffed.type) return { error: 'photo_type' }
    const refusal = refusalOf(header)
    if (refusal) return refusal
    const leave = await gate.enter(Math.max(decodingBytes(header), DECODING_ROOM / AT_ONCE))
    try {
      const pixels = await upright(await decoded(file), header.orientation)
      try {
        return await render(pixels)
      } finally {
        forget(pixels.data)
      }
    } catch {
      return { error: broken(sniffed.type) }
    } finally {
      leave?.()
    }
  }
}

/** A HEIC that cannot be read is most often whole: what decodes it is not there. */
const broken = (type: PhotoType): PhotoRefusal['error'] => (type === 'heif' ? 'photo_type' : 'photo_broken')

const headerOf = async (file: Uint8Array): Promise<Metadata | null> => {
  try {
    // No limit here: what is beyond it is to be refused as such, not as broken.
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

/** Not turned upright yet: for that libvips would hold all of the pixels the file has. */
const decoded = (file: Uint8Array): Promise<Pixels> =>
  sharp(file, { limitInputPixels: PHOTO_AREA_MAX, sequentialRead: true, failOn: 'error' })
    .timeout({ seconds: SECONDS_MAX })
    .resize(PHOTO_FULL, PHOTO_FULL, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** What EXIF's orientation asks for: mirrored first, as sharp does it, then turned clockwise. */
const TURNS: Record<number, { turn: number; mirrored: boolean }> = {
  2: { turn: 0, mirrored: true },
  3: { turn: 180, mirrored: false },
  4: { turn: 180, mirrored: true },
  5: { turn: 270, mirrored: true },
  6: { turn: 90, mirrored: false },
  7: { turn: 90, mirrored: true },
  8: { turn: 270, mirrored: false },
}

const upright = async (pixels: Pixels, orientation = 1): Promise<Pixels> => {
  const way = TURNS[orientation]
  if (!way) return pixels
  const { width, height, channels } = pixels.info
  const turned = await sharp(pixels.data, { raw: { width, height, channels } })
    .flop(way.mirrored)
    .rotate(way.turn)
    .raw()
    .toBuffer({ resolveWithObject: true })
  forget(pixels.data)
  return turned
}
