/**
 * Turns an uploaded file into what is stored: checked, upright, in sRGB, encoded again. So nothing else of the file
 * (EXIF, position, appended data) is ever stored [PROF-4].
 */
import sharp, { type Metadata } from 'sharp'
import { PHOTO_AREA_MAX, PHOTO_FULL } from '#contract/limits.ts'
import { forget } from './photo-pipeline-forget.ts'
import { createGate, type Gate } from './photo-pipeline-gate.ts'
import { decodingBytes, DECODING_ROOM, refusalOf, type PhotoRefusal } from './photo-pipeline-limits.ts'
import { render, type Pixels, type Rendered } from './photo-pipeline-renditions.ts'
import { sniff, type PhotoType } from './photo-pipeline-sniff.ts'

/** @returns the renditions, or the reason for a refusal; never throws because of a file's contents */
export type PreparePhoto = (file: Uint8Array) => Promise<Rendered | PhotoRefusal>

export const isPhotoRefusal = (result: Rendered | PhotoRefusal): result is PhotoRefusal => 'error' in result

// No photo is decoded twice, so the cache is off. Each photo gets one thread: two photos at a time use two threads.
sharp.cache(false)
sharp.concurrency(1)

const AT_ONCE = 2
/** Ten times longer than any accepted photo takes. */
const SECONDS_MAX = 30
const WHITE = '#ffffff'

/**
 * Decodes at most two photos at a time, and fewer if two would exceed the memory limit.
 * @param gate replaced in tests
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

/** A HEIC that cannot be read is usually intact: this build of libvips has no decoder for it. */
const broken = (type: PhotoType): PhotoRefusal['error'] => (type === 'heif' ? 'photo_type' : 'photo_broken')

const headerOf = async (file: Uint8Array): Promise<Metadata | null> => {
  try {
    // No pixel limit here: an oversized photo must be refused as too large, not as broken.
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch {
    return null
  }
}

/** The photo is turned upright later: during decoding, libvips would need all pixels of the file in memory. */
const decoded = (file: Uint8Array): Promise<Pixels> =>
  sharp(file, { limitInputPixels: PHOTO_AREA_MAX, sequentialRead: true, failOn: 'error' })
    .timeout({ seconds: SECONDS_MAX })
    .resize(PHOTO_FULL, PHOTO_FULL, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** The turns for EXIF orientations: mirror first, as sharp does, then rotate clockwise. */
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
