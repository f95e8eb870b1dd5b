/** Photo files and the row that names them: they are put first, and go again where no row comes to name them. */
import { HOUR_MS } from '#contract/limits.ts'
import { photoHash, type Renditions } from '../../adapters/photo-store.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, type Refusal } from '../../http/reply.ts'

/** How long files that were written lie about where the server died before their row was. */
const ORPHANED_MS = HOUR_MS

/**
 * First it is written down that the files may go, then they are put, then the row that keeps them is committed.
 * @param name writes the row inside the transaction; refused, or null where there is a row already, the files go, unless
 *   another row names the same
 */
export const withFiles = <Named>(
  { photos, write, now }: Pick<Deps, 'photos' | 'write' | 'now'>,
  renditions: Renditions,
  name: (tx: Tx, hash: string, at: number) => Promise<Named | null | Refusal>,
): Promise<Named | null | Refusal> => {
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
      const named = await name(tx, hash, at)
      if (named !== null && !isRefusal(named)) await tx.photos.stays(hash)
      return named
    })
  })
}
