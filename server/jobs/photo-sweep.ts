/** Removes the files of photos that no row names any more: deleted ones, and those of an upload that never ended. */
import type { Deps } from '../deps.ts'

const BATCH = 100

export const photoSweep =
  ({ read, write, photos, now }: Pick<Deps, 'read' | 'write' | 'photos' | 'now'>) =>
  async (): Promise<void> => {
    for (;;) {
      const gone = await read.photos.gone(now(), BATCH)
      if (gone.length === 0) return
      for (const hash of gone)
        // An upload of the same picture, in the middle of naming it, is waited for.
        await photos.alone(hash, async () => {
          if (!(await read.photos.isUsed(hash))) await photos.remove(hash)
          await write((tx) => tx.photos.stays(hash))
        })
    }
  }
