/** Stores files in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photosIn, type FileStore } from './file-store.ts'

type DiskOptions = {
  /** False skips fsync: for the seeder, whose photos can be drawn again. */
  durable?: boolean
}

/** @param folder created when the first photo is stored */
export const diskFiles = (folder: string, { durable = true }: DiskOptions = {}): FileStore =>
  photosIn({
    write: async (name, bytes) => {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true })
      const draft = `${file}.${randomUUID()}.tmp`
      const handle = await open(draft, 'wx')
      try {
        await handle.writeFile(bytes)
        if (durable) await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
    },
    read: async (name) => {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    // Only the account of the server can read the folder.
    pathForProxy: () => Promise.resolve(null),
    isAway: () => false,
  })

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
