/** Stores files in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import { contentHash, fileName, isFileKey, type FileStore } from './file-store.ts'
import { blurred } from './photo-pipeline.ts'

type DiskOptions = {
  /** False skips fsync: for the seeder, whose photos can be drawn again. */
  durable?: boolean
}

/**
 * A file gets its name only when it is complete.
 * @param folder created when the first photo is stored
 */
export const diskFiles = (folder: string, { durable = true }: DiskOptions = {}): FileStore => {
  const fileOf = (key: string, size: PhotoSize): string => join(folder, fileName(key, size))

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

  const readFileOf = async (key: string, size: PhotoSize): Promise<Uint8Array | null> => {
    try {
      return await readFile(fileOf(key, size))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Photos stored before blurred renditions existed get one on the first request. */
  const blurLater = async (key: string): Promise<Uint8Array | null> => {
    const card = await readFileOf(key, 'card')
    if (!card) return null
    const bytes = await blurred(sharp(card))
    await write(fileOf(key, 'blur'), bytes)
    // The photo may have been removed meanwhile.
    if (!(await readFileOf(key, 'card'))) await remove(key)
    return bytes
  }

  const remove = async (key: string): Promise<void> => {
    if (!isFileKey(key)) return
    await Promise.all(PHOTO_SIZES.map((size) => rm(fileOf(key, size), { force: true })))
  }

  return {
    put: async (renditions, key = contentHash(renditions)) => {
      await mkdir(dirname(fileOf(key, 'full')), { recursive: true })
      await Promise.all(PHOTO_SIZES.map((size) => write(fileOf(key, size), renditions[size])))
      return key
    },
    read: async (key, size) => {
      if (!isFileKey(key)) return null
      const bytes = await readFileOf(key, size)
      return bytes === null && size === 'blur' ? blurLater(key) : bytes
    },
    remove,
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
