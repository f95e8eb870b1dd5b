/** Recognizes the type of a photo's file and refuses files that are also a file of another type. */
import { photoFileOf, type PhotoFile } from '#contract/rules/photo-file.ts'

export type PhotoType = 'jpeg' | 'png' | 'webp' | 'heif'
type SniffedType = { type: PhotoType; isAnimated: boolean }

/** The types as libvips names them. */
const TYPES: Record<PhotoFile['type'], PhotoType> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heif',
}

/**
 * Detects a file's type from its bytes; its name and content type are not trusted [PROF-3].
 * @returns null if the file is not a photo, or is also a file of another type
 */
export const sniff = (file: Uint8Array): SniffedType | null => {
  const photo = photoFileOf(file)
  if (photo === null || isAlsoAnother(Buffer.from(file.buffer, file.byteOffset, file.byteLength))) return null
  return { type: TYPES[photo.type], isAnimated: photo.animated }
}

const textAt = (bytes: Buffer, from: number, length: number): string => bytes.toString('latin1', from, from + length)

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
