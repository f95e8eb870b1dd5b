/**
 * Where the files of photos lie. A photo is three WebP renditions under one content hash; the content behind a hash
 * never changes, so a hash can be cached for ever and two equal photos are stored once.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'

export type Renditions = Record<PhotoSize, Uint8Array>

export type PhotoStore = {
  /** Stores a photo; when it answers, the photo is there whole. @returns its content hash, 64 hex digits */
  put: (renditions: Renditions) => Promise<string>
  /** @returns the WebP file, or null where there is none (or the hash is none) */
  read: (hash: string, size: PhotoSize) => Promise<Uint8Array | null>
  /** Removes a photo; one that is not there is no error. */
  remove: (hash: string) => Promise<void>
}

export const PHOTO_TYPE = 'image/webp'

type DiskOptions = {
  /** False leaves writing out to the operating system: for the seeder, whose photos can be drawn again. */
  durable?: boolean
}

/**
 * A folder of files, spread by the hash's first two digits. A file appears under its name only when it is complete.
 * @param folder made when the first photo comes
 */
export const diskPhotoStore = (folder: string, { durable = true }: DiskOptions = {}): PhotoStore => {
  const fileOf = (hash: string, size: PhotoSize): string => join(folder, hash.slice(0, 2), `${hash}-${size}.webp`)

  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    const draft = `${file}.${randomUUID()}.tmp`
    const handle = await open(draft, 'wx')
    try {
      await handle.writeFile(bytes)
      if (durable) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  }

  return {
    put: async (renditions) => {
      const hash = hashOf(renditions)
      await mkdir(dirname(fileOf(hash, 'full')), { recursive: true })
      await Promise.all(PHOTO_SIZES.map((size) => write(fileOf(hash, size), renditions[size])))
      return hash
    },
    read: async (hash, size) => {
      // A hash is also a path: nothing but hex digits may reach the disk.
      if (!isHash(hash)) return null
      try {
        return await readFile(fileOf(hash, size))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (hash) => {
      if (!isHash(hash)) return
      await Promise.all(PHOTO_SIZES.map((size) => rm(fileOf(hash, size), { force: true })))
    },
  }
}

const hashOf = (renditions: Renditions): string => {
  const hash = createHash('sha256')
  for (const size of PHOTO_SIZES) hash.update(renditions[size])
  return hash.digest('hex')
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
