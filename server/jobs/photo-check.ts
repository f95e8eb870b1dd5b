/**
 * Asks the operator's own check about a new photo [GUARD-3]. The photo is pending meanwhile, so it is in the desk's queue as well: when
 * the check fails, is away or says `queue`, a person decides.
 */
import { openPhotoCheck, ServiceRefused, type PhotoCheckVerdict } from '../adapters/operator-services.ts'
import { changePhotos } from '../areas/photos/change-photos.ts'
import { reviewPhotoIn } from '../areas/photos/review.ts'
import type { Deps, Tx } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { PermanentFailure } from './retries.ts'

export const photoCheck = (deps: Deps) => {
  const check = openPhotoCheck(deps.env, deps.now)
  return async ({ photo: id }: JobPayload<'photo.check'>): Promise<void> => {
    const photo = await deps.read.photos.one(id)
    if (photo?.status !== 'pending' || check === null) return
    const bytes = await deps.photos.read(photo.hash, 'card')
    // The member has deleted the photo meanwhile.
    if (bytes === null) return
    try {
      const verdict = await check({ id, bytes })
      await deps.write((tx) => obey(deps, tx, id, verdict))
    } catch (error) {
      throw error instanceof ServiceRefused ? new PermanentFailure(error.message) : error
    }
  }
}

/** A verdict counts only for a photo that no person has looked at. */
const obey = async (deps: Deps, tx: Tx, id: number, verdict: PhotoCheckVerdict): Promise<void> => {
  const photo = await tx.photos.one(id)
  if (photo?.status !== 'pending' || verdict.verdict === 'queue') return
  const at = deps.now()
  if (verdict.verdict === 'reject') {
    await reviewPhotoIn(tx, id, { approved: false, reason: verdict.reason }, { staff: null, at })
    return
  }
  if (deps.settings().photo_review === 'desk') return
  await changePhotos(tx, photo.owner, at, async () => {
    await tx.photos.setStatus(id, 'active', null, { staff: null, at })
    return undefined
  })
  tx.deskChanged('photos')
}
