/** Files of photos, wherever they are stored. A photo is four WebP renditions under one key. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import { blurred, type Renditions } from './photo-pipeline.ts'

/** The files cannot be stored or read at the moment. A request that failed so may be repeated. */
export class FilesUnavailableError extends Error {}

/** Every function throws FilesUnavailableError if the place of the files does not answer. */
export type FileStore = {
  /** Stores a photo completely before it resolves, under the hash of its content if no key is given. @returns its key */
  put: (renditions: Renditions, key?: string) => Promise<string>
  /** @returns the WebP file, or null if there is none or the key is malformed */
  read: (key: string, size: PhotoSize) => Promise<Uint8Array | null>
  /** Removes a photo; a missing photo is not an error. */
  remove: (key: string) => Promise<void>
  /** The path and the query with which our own proxy fetches a file, for a minute; null where only this process can read it. */
  pathForProxy: (key: string, size: PhotoSize) => Promise<string | null>
  /** Whether the last use failed because the place of the files did not answer. */
  isAway: () => boolean
}

/** Named files: a folder or a bucket. A file gets its name only when it is complete. */
export type NamedFiles = Pick<FileStore, 'isAway'> & {
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** @returns null for a missing file */
  read: (name: string) => Promise<Uint8Array | null>
  /** A missing file is not an error. */
  remove: (name: string) => Promise<void>
  pathForProxy: (name: string) => Promise<string | null>
}

/** Stores a photo as its renditions among named files. Errors of the files are thrown as they are. */
export const photosIn = (files: NamedFiles): FileStore => {
  /** Photos stored before blurred renditions existed get one on the first request. */
  const blurLater = async (key: string): Promise<Uint8Array | null> => {
    const card = await files.read(fileName(key, 'card'))
    if (!card) return null
    const bytes = await blurred(sharp(card))
    await files.write(fileName(key, 'blur'), bytes)
    // The photo may have been removed meanwhile.
    if (!(await files.read(fileName(key, 'card')))) await remove(key)
    return bytes
  }

  const remove = async (key: string): Promise<void> => {
    if (!isFileKey(key)) return
    await Promise.all(PHOTO_SIZES.map((size) => files.remove(fileName(key, size))))
  }

  return {
    put: async (renditions, key = contentHash(renditions)) => {
      await Promise.all(PHOTO_SIZES.map((size) => files.write(fileName(key, size), renditions[size])))
      return key
    },
    read: async (key, size) => {
      if (!isFileKey(key)) return null
      const bytes = await files.read(fileName(key, size))
      return bytes === null && size === 'blur' ? blurLater(key) : bytes
    },
    remove,
    // A blurred rendition may have to be made first.
    pathForProxy: async (key, size) =>
      isFileKey(key) && size !== 'blur' ? files.pathForProxy(fileName(key, size)) : null,
    isAway: files.isAway,
  }
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
const isFileKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Whether a file has the name of a rendition. */
export const isFileName = (name: string): boolean => FILE_NAME.test(name)
const FILE_NAME = new RegExp(`^([0-9a-f]{2})/\\1[0-9a-f]{62}-(${PHOTO_SIZES.join('|')})\\.webp$`)

/** Grouped by the first two digits. */
const fileName = (key: string, size: PhotoSize): string => `${key.slice(0, 2)}/${key}-${size}.webp`

export const PHOTO_TYPE = 'image/webp'
