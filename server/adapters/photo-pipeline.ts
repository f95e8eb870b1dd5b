/**
 * Turns an uploaded file into what is stored: checked, upright, in sRGB, encoded again. So nothing else of the file
 * (EXIF, position, appended data) is ever stored [PROF-4].
 */
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import { PHOTO_AREA_MAX, PHOTO_FULL, PHOTO_PIXELS_MIN, PHOTO_SIDE_MAX } from '#contract/limits.ts'
import { bandsOf, GREY_FIELDS, type PhotoBands } from '#contract/rules/photo-likeness.ts'
import { createGate, type PhotoGate } from './photo-gate.ts'
import { sniff, type PhotoType } from './photo-type.ts'
import type { PhotoSize } from '#contract/entities/photo.ts'

/** @returns the renditions, or the reason for a refusal; never throws because of a file's contents */
export type PreparePhoto = (file: Uint8Array) => Promise<RenderedPhoto | PhotoRefusal>

export const isPhotoRefusal = (result: RenderedPhoto | PhotoRefusal): result is PhotoRefusal => 'error' in result

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
export const createPhotoPipeline = (gate: PhotoGate = createGate({ room: DECODING_ROOM })): PreparePhoto => {
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
        freeMemory(pixels.data)
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
  freeMemory(pixels.data)
  return turned
}

/** The reason for not accepting a photo, known from its header before any pixel is decoded [PROF-3]. */
type PhotoRefusal = {
  error: 'photo_type' | 'photo_broken' | 'photo_animated' | 'photo_too_small' | 'photo_dimensions'
  /** The exceeded limit, in pixels. */
  limit?: number
}

/** The bytes that all photos being decoded may take together; a photo that alone needs more is refused. */
export const DECODING_ROOM = 96 * 1024 * 1024

type Header = Pick<
  Metadata,
  'width' | 'height' | 'pages' | 'format' | 'isProgressive' | 'chromaSubsampling' | 'depth'
> &
  Partial<Pick<Metadata, 'channels'>>

/** @returns the reason for a refusal, or null if the photo may be decoded */
const refusalOf = (header: Header): PhotoRefusal | null => {
  const { width, height, pages = 1, format } = header
  // A HEIF file can contain several still photos; in every other format, pages are frames.
  if (pages > 1 && format !== 'heif') return { error: 'photo_animated' }
  if (Math.max(width, height) > PHOTO_SIDE_MAX) return { error: 'photo_dimensions', limit: PHOTO_SIDE_MAX }
  if (width * height > PHOTO_AREA_MAX || decodingBytes(header) > DECODING_ROOM)
    return { error: 'photo_dimensions', limit: PHOTO_AREA_MAX }
  if (Math.min(width, height) < PHOTO_PIXELS_MIN) return { error: 'photo_too_small', limit: PHOTO_PIXELS_MIN }
  return null
}

/** The memory of every decoding: rows, the photo at its stored size, and its renditions. */
const EVERY_BYTES = 16 * 1024 * 1024

/**
 * Most photos are decoded row by row. Exceptions are progressive and interlaced photos, whose rows are complete only at
 * the end, and formats that are unpacked as a whole.
 */
const decodingBytes = (header: Header): number => EVERY_BYTES + header.width * header.height * bytesPerPixel(header)

const bytesPerPixel = ({ format, isProgressive, chromaSubsampling, channels = 4, depth }: Header): number => {
  if (format === 'webp') return 4.2
  if (format === 'heif') return 6
  if (!isProgressive) return 0
  if (format === 'png') return channels * (depth === 'ushort' ? 2 : 1) * 1.2
  // Coefficients take two bytes each; subsampled chroma has a quarter as many.
  return chromaSubsampling === '4:2:0' ? 3.2 : channels * 2.2
}

/** The WebP file of each size. */
export type Renditions = Record<PhotoSize, Uint8Array>

/** Pixels with three channels, not wider or higher than a stored photo. */
export type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }

export type RenderedPhoto = {
  renditions: Renditions
  /** Four corner colours, `rrggbb` each, top left to bottom right. */
  colours: string
  /** The size of the full rendition, in pixels. */
  width: number
  height: number
  /** The perceptual hash [GUARD-3]. */
  bands: PhotoBands
}

const CARD = { width: 400, height: 500, at: 0.3 }
/** Faces are usually above the middle: a crop leaves out this share of the surplus height at its top. */
const THUMB = { width: 160, height: 160, at: 0.42 }
const BLUR = { width: 24, height: 30, sigma: 2 }

type Options = {
  /** WebP's effort (0 to 6) for the full rendition. */
  fullEffort?: number
}

/** Makes the four sizes of a photo and its corner colours from its pixels [PROF-4]. */
export const render = async (pixels: Pixels, { fullEffort = 2 }: Options = {}): Promise<RenderedPhoto> => {
  // One rendition after another: each photo gets one thread and the memory of one encoder.
  const full = await sharpOf(pixels).webp({ quality: 80, effort: fullEffort }).toBuffer()
  const cardPixels = await cropped(pixels, CARD)
  const card = await sharpOf(cardPixels).webp({ quality: 72, effort: 2 }).toBuffer()
  const blur = await blurred(sharpOf(cardPixels))
  const thumb = await sharpOf(await cropped(pixels, THUMB))
    .webp({ quality: 75, effort: 2 })
    .toBuffer()
  const { width, height } = pixels.info
  // Sharp reads every pixel of what it shrinks, so colours and hash share one reading.
  const small = await sharpOf(pixels)
    .resize(SMALL.width, SMALL.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    renditions: { full, card, thumb, blur },
    colours: await coloursOf(small),
    width,
    height,
    bands: await hashOf(small),
  }
}

/** Sixteen times the fields of the hash. */
const SMALL = { width: 16 * GREY_FIELDS.width, height: 16 * GREY_FIELDS.height }

/**
 * The rendition for viewers from whom the photo is locked [PROF-6]: a few hundred pixels, blurred over twice their
 * distance, so that nobody on it can be recognised.
 * @param image in the shape of a card
 */
export const blurred = (image: Sharp): Promise<Buffer> =>
  image.resize(BLUR.width, BLUR.height, { fit: 'fill' }).blur(BLUR.sigma).webp({ quality: 50, effort: 2 }).toBuffer()

const sharpOf = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** The largest part of the wanted shape, centred horizontally, placed vertically by `at`, and resized. */
const cropped = (pixels: Pixels, wanted: typeof CARD): Promise<Pixels> => {
  const { width, height } = pixels.info
  const scale = Math.min(width / wanted.width, height / wanted.height)
  const [part, tall] = [Math.round(wanted.width * scale), Math.round(wanted.height * scale)]
  const left = Math.round((width - part) / 2)
  const top = Math.round((height - tall) * wanted.at)
  return sharpOf(pixels)
    .extract({ left, top, width: part, height: tall })
    .resize(wanted.width, wanted.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
}

const coloursOf = async (pixels: Pixels): Promise<string> =>
  (await sharpOf(pixels).resize(2, 2, { fit: 'fill' }).raw().toBuffer()).toString('hex')

const hashOf = async (pixels: Pixels): Promise<PhotoBands> =>
  bandsOf(
    await sharpOf(pixels).resize(GREY_FIELDS.width, GREY_FIELDS.height, { fit: 'fill' }).greyscale().raw().toBuffer(),
  )

/** Frees the bytes now instead of at the next garbage collection, since the pixels of a photo fill much memory. The array is unusable afterwards. */
export const freeMemory = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
