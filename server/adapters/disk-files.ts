/** Stores files in a folder of this machine. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { photosIn, type FileStore } from './file-store.ts'

type DiskOptions = {
  /** False skips fsync: for the seeder, whose photos can be drawn again. */
  durable?: boolean
}

/** @param folder created when the first photo is stored */
export const diskFiles = (folder: string, { durable = true }: DiskOptions = {}): FileStore => {
  /** The drafts of all photos are in one folder: it is nearly empty, so that a removal finds those of its photo at once. */
  const drafts = join(folder, 'drafts')
  return photosIn({
    write: async (name, bytes) => {
      const file = join(folder, name)
      for (const needed of [drafts, dirname(file)]) await mkdir(needed, { recursive: true })
      const draft = join(drafts, `${basename(file)}.${randomUUID()}.tmp`)
      try {
        const handle = await open(draft, 'wx')
        try {
          await handle.writeFile(bytes)
          if (durable) await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } catch (error) {
        // On a full disk, what was written of it would take the last room.
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
    },
    read: async (name) => {
      try {
        return await readFile(join(folder, name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (name) => {
      await rm(join(folder, name), { force: true })
      // A server that was killed during an upload has left what it had written of it: a member's photo.
      const left = (await namesIn(drafts)).filter((draft) => draft.startsWith(basename(name)))
      for (const draft of left) await rm(join(drafts, draft), { force: true })
    },
    // Only the account of the server can read the folder.
    pathForProxy: () => Promise.resolve(null),
    isAway: () => false,
  })
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
