/** Removes the files of photos that no row references any more: deleted photos, and uploads that never finished. */
import type { Deps } from '../deps.ts'

const BATCH = 100

export const photoSweep =
  ({ read, write, photos, now }: Pick<Deps, 'read' | 'write' | 'photos' | 'now'>) =>
  async (): Promise<void> => {
    for (;;) {
      const gone = await read.photos.gone(now(), BATCH)
      if (gone.length === 0) return
      for (const hash of gone)
        // Wait for an upload of the same picture that is just adding its row.
        await photos.alone(hash, async () => {
          if (!(await read.photos.isUsed(hash))) await photos.remove(hash)
          await write((tx) => tx.photos.stays(hash))
        })
    }
  }
