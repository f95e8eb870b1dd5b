/** What a photo may be, and what decoding it takes: read off its header, before any of its pixels [PROF-3]. */
import type { Metadata } from 'sharp'
import { PHOTO_AREA_MAX, PHOTO_PIXELS_MIN, PHOTO_SIDE_MAX } from '#contract/limits.ts'

export type PhotoRefusal = {
  error: 'photo_type' | 'photo_broken' | 'photo_animated' | 'photo_too_small' | 'photo_dimensions'
  /** The bound that it is beyond, in pixels. */
  limit?: number
}

/** Bytes that all photos being decoded may take together; one that needs more alone is refused. */
export const DECODING_ROOM = 96 * 1024 * 1024

type Header = Pick<
  Metadata,
  'width' | 'height' | 'pages' | 'format' | 'isProgressive' | 'chromaSubsampling' | 'depth'
> &
  Partial<Pick<Metadata, 'channels'>>

/** @returns why not, or null where it may be decoded */
export const refusalOf = (header: Header): PhotoRefusal | null => {
  const { width, height, pages = 1, format } = header
  // Photos of a HEIF file lie beside each other; of all other formats they are frames.
  if (pages > 1 && format !== 'heif') return { error: 'photo_animated' }
  if (Math.max(width, height) > PHOTO_SIDE_MAX) return { error: 'photo_dimensions', limit: PHOTO_SIDE_MAX }
  if (width * height > PHOTO_AREA_MAX || decodingBytes(header) > DECODING_ROOM)
    return { error: 'photo_dimensions', limit: PHOTO_AREA_MAX }
  if (Math.min(width, height) < PHOTO_PIXELS_MIN) return { error: 'photo_too_small', limit: PHOTO_PIXELS_MIN }
  return null
}

/** What every decoding takes: rows, the photo at its stored size, and its renditions. */
const EVERY_BYTES = 16 * 1024 * 1024

/**
 * Most photos are decoded row by row. Not so progressive and interlaced ones, whose rows are complete only at the end,
 * and formats that are unpacked as a whole.
 */
export const decodingBytes = (header: Header): number =>
  EVERY_BYTES + header.width * header.height * bytesPerPixel(header)

const bytesPerPixel = ({ format, isProgressive, chromaSubsampling, channels = 4, depth }: Header): number => {
  if (format === 'webp') return 4.2
  if (format === 'heif') return 6
  if (!isProgressive) return 0
  if (format === 'png') return channels * (depth === 'ushort' ? 2 : 1) * 1.2
  // Coefficients of two bytes; chroma has a quarter as many where it is subsampled.
  return chromaSubsampling === '4:2:0' ? 3.2 : channels * 2.2
}
