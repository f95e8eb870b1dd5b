/** Recognises a photo file before it is decoded, and computes its stored size [PROF-3], [PROF-4]. */
import { PHOTO_FULL, PHOTO_PIXELS_MIN } from '../limits.ts'

export type PhotoFile = { type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'; animated: boolean }

/** This many first bytes identify a file; an animation is declared in them too. */
export const PHOTO_HEAD_BYTES = 64 * 1024

/**
 * Recognises a file by its bytes, since names and types can be wrong; null for an unsupported type. The server also refuses
 * photos that are files of another type at the same time.
 */
export const photoFileOf = (head: Uint8Array): PhotoFile | null => {
  if (startsWith(head, 0, '\u00ff\u00d8\u00ff')) return { type: 'image/jpeg', animated: false }
  if (startsWith(head, 0, '\u0089PNG\r\n\u001a\n')) return { type: 'image/png', animated: isAnimatedPng(head) }
  if (startsWith(head, 0, 'RIFF') && startsWith(head, 8, 'WEBP'))
    return { type: 'image/webp', animated: startsWith(head, 12, 'VP8X') && ((head[20] ?? 0) & WEBP_ANIMATION) !== 0 }
  if (!startsWith(head, 4, 'ftyp')) return null
  if (HEIF_STILLS.some((brand) => startsWith(head, 8, brand))) return { type: 'image/heic', animated: false }
  return HEIF_SEQUENCES.some((brand) => startsWith(head, 8, brand)) ? { type: 'image/heic', animated: true } : null
}

export type Size = { width: number; height: number }

/**
 * Scales the longer side to the limit; a smaller photo keeps its size. The shorter side of a panorama stays as long as the server
 * requires, since the server measures what is uploaded and not the file.
 */
export const photoSize = ({ width, height }: Size): Size => {
  const scale = Math.min(1, Math.max(PHOTO_FULL / Math.max(width, height), PHOTO_PIXELS_MIN / Math.min(width, height)))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** `rrggbb` of the four corners, top left to bottom right, of RGBA pixels. */
export const cornerColours = (pixels: ArrayLike<number>, { width, height }: Size): string =>
  [0, width - 1, (height - 1) * width, height * width - 1]
    .flatMap((pixel) => [0, 1, 2].map((channel) => pixels[pixel * 4 + channel] ?? 0))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')

/** Bit of the extended header's flags. */
const WEBP_ANIMATION = 0x02
/** Brands of ISO 23008-12: stills, and image sequences. */
const HEIF_STILLS = ['heic', 'heix', 'heim', 'heis', 'mif1']
const HEIF_SEQUENCES = ['hevc', 'hevx', 'hevm', 'hevs', 'msf1']

const startsWith = (bytes: Uint8Array, from: number, text: string): boolean =>
  Array.from(text).every((letter, index) => bytes[from + index] === letter.charCodeAt(0))

/** Names of PNG chunks as numbers: the server reads whole files, which may have a million chunks. */
const PNG_ANIMATION = 0x6163544c // acTL
const PNG_PICTURE = 0x49444154 // IDAT

/** An animated PNG has a chunk `acTL` before its picture. */
const isAnimatedPng = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === PNG_ANIMATION) return true
    if (name === PNG_PICTURE) return false
  }
  return false
}
