/** Stores photo files together with their row. Files are stored first, and deleted again if no row uses them. */
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Renditions } from '../../adapters/photo-pipeline.ts'
import { contentHash, fileKey } from '../../adapters/file-store.ts'
import type { Deps, Tx } from '../../deps.ts'

/** Unused files are deleted after this time, for example after a crash before their row was written. */
const ORPHANED_MS = HOUR_MS
/** An upload that is this near to their deletion fails: the clocks of two processes may differ. */
const MARGIN_MS = 5 * MINUTE_MS

/** `isNamed`: a row uses the files now. Otherwise they are deleted. */
type FileUse<Answer> = { isNamed: boolean; answer: Answer }

/** `hash`: the key of the files. */
type StoredFiles = { hash: string; content: string }

/**
 * Schedules the files for deletion, stores them, and then commits the row, which cancels the deletion. The files belong
 * to this upload alone, so no other process can delete or need them meanwhile.
 * @param name writes the row, inside the transaction
 * @param holds the members whose rows `name` changes, if it names them
 */
export const withFiles = async <Answer>(
  { photos, write, now, newId }: Pick<Deps, 'photos' | 'write' | 'now' | 'newId'>,
  renditions: Renditions,
  name: (tx: Tx, files: StoredFiles, at: number) => Promise<FileUse<Answer>>,
  holds?: readonly number[],
): Promise<Answer> => {
  const content = contentHash(renditions)
  const hash = fileKey(content, newId())
  const at = now()
  const runAt = at + ORPHANED_MS
  await write(async (tx) => {
    await tx.photos.scheduleDeletion(hash, runAt)
    await tx.jobs.add({ kind: 'photos.sweep', payload: {}, uniqueKey: 'photos.sweep later', runAt }, at)
  }, [])
  await photos.put(renditions, hash)
  return write(async (tx) => {
    const { isNamed, answer } = await name(tx, { hash, content }, at)
    if (isNamed) {
      if (!(await tx.photos.cancelDeletion(hash, now() + MARGIN_MS))) throw new Error('The upload took too long')
    } else {
      await tx.photos.scheduleDeletion(hash, now())
      await tx.jobs.add({ kind: 'photos.sweep', payload: {} }, now())
    }
    return answer
  }, holds)
}
