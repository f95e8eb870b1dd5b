/** Removes the files of photos that no row references any more: deleted photos, and uploads that never finished. */
import type { Deps } from '../deps.ts'

const BATCH = 100

export const photoSweep =
  ({ read, write, photos, now }: Pick<Deps, 'read' | 'write' | 'photos' | 'now'>) =>
  async (): Promise<void> => {
    for (;;) {
      const gone = await read.photos.gone(now(), BATCH)
      if (gone.length === 0) return
      for (const hash of gone) {
        // Photos from before files had keys of their own may share files.
        if (!(await read.photos.isUsed(hash))) await photos.remove(hash)
        await write((tx) => tx.photos.isGone(hash))
      }
    }
  }
