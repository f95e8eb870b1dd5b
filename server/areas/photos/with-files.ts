/** Photo files and the row that names them: they are put first, and go again where no row comes to name them. */
import { HOUR_MS } from '#contract/limits.ts'
import type { Renditions } from '../../adapters/photo-pipeline-renditions.ts'
import { photoHash } from '../../adapters/photo-store.ts'
import type { Deps, Tx } from '../../deps.ts'

/** How long files that were written lie about where the server died before their row was. */
const ORPHANED_MS = HOUR_MS

/** `isNamed`: a row names the files now. Else they go, unless another row has the same. */
export type Naming<Answer> = { isNamed: boolean; answer: Answer }

/**
 * First it is written down that the files may go, then they are put, then the row that keeps them is committed.
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
