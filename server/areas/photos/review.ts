/** The desk looks at a photo [PROF-5]: it may be shown, or it may not and its owner hears why [SAFE-8]. */
import type { PhotoReason } from '#contract/entities/photo.ts'
import type { Deps } from '../../deps.ts'
import { changePhotos } from './settle.ts'

export type Verdict = { approved: true } | { approved: false; reason: PhotoReason; note?: string }

/**
 * A photo that was rejected can be approved after all, which lifts the decision; one that is shown can be rejected.
 * @returns `same` where it stood like that already, and nobody is told anything
 */
export const reviewPhoto = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: number,
  verdict: Verdict,
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    const photo = await tx.photos.one(id)
    if (!photo) return 'not_found'
    const [status, reason] = verdict.approved ? (['active', null] as const) : (['rejected', verdict.reason] as const)
    if (photo.status === status && photo.reason === reason) return 'same'
    const at = now()
    await changePhotos(tx, photo.owner, async () => {
      await tx.photos.setStatus(id, status, reason)
      // Also of a photo that is rejected for another reason: one decision stands at a time.
      await tx.photos.liftDecisions(id, at)
      if (!verdict.approved)
        await tx.photos.addDecision({
          userId: photo.owner,
          kind: 'photo_rejected',
          reason: verdict.reason,
          note: verdict.note ?? '',
          photo: id,
          at,
        })
      return undefined
    })
    return 'done'
  })
