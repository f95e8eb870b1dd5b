/** Recognizes the type of a photo's file and refuses files that are also a file of another type. */
import { HEIF_SEQUENCES, HEIF_STILLS } from '#contract/rules/photo-file.ts'

export type PhotoType = 'jpeg' | 'png' | 'webp' | 'heif'
type SniffedType = { type: PhotoType; isAnimated: boolean }

/**
 * Detects a file's type from its bytes; its name and content type are not trusted [PROF-3].
 * @returns null if the file is not a photo, or is also a file of another type
 */
export const sniff = (file: Uint8Array): SniffedType | null => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const sniffed = jpeg(bytes) ?? png(bytes) ?? webp(bytes) ?? heif(bytes)
  return sniffed === null || isAlsoAnother(bytes) ? null : sniffed
}

const textAt = (bytes: Buffer, from: number, length: number): string => bytes.toString('latin1', from, from + length)

const jpeg = (bytes: Buffer): SniffedType | null =>
  textAt(bytes, 0, 3) === '\u00ff\u00d8\u00ff' ? { type: 'jpeg', isAnimated: false } : null

const PNG_SIGNATURE = '\u0089PNG\r\n\u001a\n'

/** An animated PNG has its own chunk before the image data; libvips reads only the first frame. */
const png = (bytes: Buffer): SniffedType | null => {
  if (textAt(bytes, 0, 8) !== PNG_SIGNATURE) return null
  for (let at = 8; at + 8 <= bytes.length;) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'acTL') return { type: 'png', isAnimated: true }
    if (name === 'IDAT') break
    at += 12 + bytes.readUInt32BE(at)
  }
  return { type: 'png', isAnimated: false }
}

const WEBP_ANIMATION = 0x02

const webp = (bytes: Buffer): SniffedType | null => {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null
  const isAnimated = textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0
  return { type: 'webp', isAnimated }
}

const heif = (bytes: Buffer): SniffedType | null => {
  if (textAt(bytes, 4, 4) !== 'ftyp') return null
  const brand = textAt(bytes, 8, 4)
  const isAnimated = HEIF_SEQUENCES.includes(brand)
  return isAnimated || HEIF_STILLS.includes(brand) ? { type: 'heif', isAnimated } : null
}

/**
 * A file that is a photo to us and an archive, a document or a page to others is an attack. Data that phones append to
 * a photo (a short clip, a second exposure) is accepted, and lost when the photo is encoded again.
 */
const isAlsoAnother = (bytes: Buffer): boolean => isZip(bytes) || isPdf(bytes) || isPage(bytes)

const ZIP_END = 'PK\u0005\u0006'
const ZIP_END_BYTES = 22
const ZIP_COMMENT_MAX = 0xffff

/** A ZIP is read from its end: its last record has a comment that ends exactly at the last byte. */
const isZip = (bytes: Buffer): boolean => {
  const first = Math.max(0, bytes.length - ZIP_END_BYTES - ZIP_COMMENT_MAX)
  for (let at = bytes.indexOf(ZIP_END, first, 'latin1'); at >= 0; at = bytes.indexOf(ZIP_END, at + 1, 'latin1')) {
    if (at + ZIP_END_BYTES > bytes.length) return false
    if (at + ZIP_END_BYTES + bytes.readUInt16LE(at + ZIP_END_BYTES - 2) === bytes.length) return true
  }
  return false
}

/** PDF readers search for the PDF's first line this far into a file. */
const PDF_WITHIN = 1_024

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF_WITHIN).includes('%PDF-', 0, 'latin1')

const PAGE_START = /^<(?:script[\s>/]|html[\s>]|!doctype html|\?php\s)/i
const PAGE_START_LENGTH = 14

const isPage = (bytes: Buffer): boolean => {
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1))
    if (PAGE_START.test(textAt(bytes, at, PAGE_START_LENGTH))) return true
  return false
}
