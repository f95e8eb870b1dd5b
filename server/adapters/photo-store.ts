/**
 * Stores the files of photos. A photo is four WebP renditions under one content hash. The content behind a hash never
 * changes, so a hash can be cached for ever and equal photos are stored once.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import { blurred, type Renditions } from './photo-pipeline.ts'

export type PhotoStore = {
  /** Stores a photo completely before it resolves. @returns its content hash, 64 hex digits */
  put: (renditions: Renditions) => Promise<string>
  /** @returns the WebP file, or null if there is none or the hash is malformed */
  read: (hash: string, size: PhotoSize) => Promise<Uint8Array | null>
  /** Removes a photo; a missing photo is not an error. */
  remove: (hash: string) => Promise<void>
  /**
   * Runs `body` under a lock for the hash. An upload stores the photo and adds its row inside; the sweep checks that no
   * row references it and removes it inside.
   */
  alone: <Result>(hash: string, body: () => Promise<Result>) => Promise<Result>
}

/** The content hash under which a photo will be stored. */
export const photoHash = (renditions: Renditions): string => {
  const hash = createHash('sha256')
  for (const size of PHOTO_SIZES) hash.update(renditions[size])
  return hash.digest('hex')
}

export const PHOTO_TYPE = 'image/webp'

type DiskOptions = {
  /** False skips fsync: for the seeder, whose photos can be drawn again. */
  durable?: boolean
}

/**
 * A folder of files, grouped by the hash's first two digits. A file gets its name only when it is complete.
 * @param folder created when the first photo is stored
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

  const readFileOf = async (hash: string, size: PhotoSize): Promise<Uint8Array | null> => {
    try {
      return await readFile(fileOf(hash, size))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Photos stored before blurred renditions existed get one on the first request. */
  const blurLater = async (hash: string): Promise<Uint8Array | null> => {
    const card = await readFileOf(hash, 'card')
    if (!card) return null
    const bytes = await blurred(sharp(card))
    await write(fileOf(hash, 'blur'), bytes)
    return bytes
  }

  const alone = oneAtATime()

  return {
    put: async (renditions) => {
      const hash = photoHash(renditions)
      await mkdir(dirname(fileOf(hash, 'full')), { recursive: true })
      await Promise.all(PHOTO_SIZES.map((size) => write(fileOf(hash, size), renditions[size])))
      return hash
    },
    read: async (hash, size) => {
      // A hash is also a path: nothing but hex digits may reach the disk.
      if (!isHash(hash)) return null
      const bytes = await readFileOf(hash, size)
      return bytes === null && size === 'blur' ? alone(hash, () => blurLater(hash)) : bytes
    },
    remove: async (hash) => {
      if (!isHash(hash)) return
      await Promise.all(PHOTO_SIZES.map((size) => rm(fileOf(hash, size), { force: true })))
    },
    alone,
  }
}

/** Bodies of the same key run one after another. */
const oneAtATime = (): PhotoStore['alone'] => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, body) => {
    const before = last.get(key)
    // A failure of the previous body was reported to its own caller.
    const running = before ? before.then(body, body) : body()
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
