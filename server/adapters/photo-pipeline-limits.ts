/** The limits of a photo, and the memory that decoding it takes: read from its header, before any pixel [PROF-3]. */
import type { Metadata } from 'sharp'
import { PHOTO_AREA_MAX, PHOTO_PIXELS_MIN, PHOTO_SIDE_MAX } from '#contract/limits.ts'

export type PhotoRefusal = {
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
export const refusalOf = (header: Header): PhotoRefusal | null => {
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
export const decodingBytes = (header: Header): number =>
  EVERY_BYTES + header.width * header.height * bytesPerPixel(header)

const bytesPerPixel = ({ format, isProgressive, chromaSubsampling, channels = 4, depth }: Header): number => {
  if (format === 'webp') return 4.2
  if (format === 'heif') return 6
  if (!isProgressive) return 0
  if (format === 'png') return channels * (depth === 'ushort' ? 2 : 1) * 1.2
  // Coefficients take two bytes each; subsampled chroma has a quarter as many.
  return chromaSubsampling === '4:2:0' ? 3.2 : channels * 2.2
}
