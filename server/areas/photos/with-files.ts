/** Stores photo files together with their row. Files are stored first, and deleted again if no row uses them. */
import { HOUR_MS } from '#contract/limits.ts'
import type { Renditions } from '../../adapters/photo-pipeline.ts'
import { photoHash } from '../../adapters/photo-store.ts'
import type { Deps, Tx } from '../../deps.ts'

/** Unused files are deleted after this time, for example after a crash before their row was written. */
const ORPHANED_MS = HOUR_MS

/** `isNamed`: a row uses the files now. Otherwise they are deleted, unless another row uses them. */
export type Naming<Answer> = { isNamed: boolean; answer: Answer }

/**
 * Schedules the files for deletion, stores them, and then commits the row, which cancels the deletion.
 * @param name writes the row, inside the transaction
 */
export const withFiles = <Answer>(
  { photos, write, now }: Pick<Deps, 'photos' | 'write' | 'now'>,
  renditions: Renditions,
  name: (tx: Tx, hash: string, at: number) => Promise<Naming<Answer>>,
): Promise<Answer> => {
  const hash = photoHash(renditions)
  return photos.alone(hash, async () => {
    const at = now()
    const runAt = at + ORPHANED_MS
    await write(async (tx) => {
      await tx.photos.mayGo(hash, runAt)
      await tx.jobs.add({ kind: 'photos.sweep', payload: {}, uniqueKey: 'photos.sweep later', runAt }, at)
    })
    await photos.put(renditions)
    return write(async (tx) => {
      const { isNamed, answer } = await name(tx, hash, at)
      if (isNamed) await tx.photos.stays(hash)
      return answer
    })
  })
}
