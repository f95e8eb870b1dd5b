/** Files of photos, wherever they are stored. A photo is four WebP renditions under one key. */
import { createHash } from 'node:crypto'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import type { Renditions } from './photo-pipeline.ts'

export type FileStore = {
  /** Stores a photo completely before it resolves, under the hash of its content if no key is given. @returns its key */
  put: (renditions: Renditions, key?: string) => Promise<string>
  /** @returns the WebP file, or null if there is none or the key is malformed */
  read: (key: string, size: PhotoSize) => Promise<Uint8Array | null>
  /** Removes a photo; a missing photo is not an error. */
  remove: (key: string) => Promise<void>
}

/** Equal for equal pictures. */
export const contentHash = (renditions: Renditions): string => {
  const hash = createHash('sha256')
  for (const size of PHOTO_SIZES) hash.update(renditions[size])
  return hash.digest('hex')
}

/** The key of files that belong to one row. @param id unique for each upload */
export const fileKey = (content: string, id: string): string =>
  createHash('sha256').update(`${content} ${id}`).digest('hex')

/** A key is part of a path or an address: nothing but hex digits may reach the store. */
export const isFileKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Grouped by the first two digits. */
export const fileName = (key: string, size: PhotoSize): string => `${key.slice(0, 2)}/${key}-${size}.webp`

export const PHOTO_TYPE = 'image/webp'
