/** The desk's review of a photo [PROF-5]: approves it, or rejects it with a reason for its owner [SAFE-8]. */
import * as v from 'valibot'
import { PHOTO_REASONS, PHOTO_STATUSES, type PhotoReason } from '#contract/entities/photo.ts'
import { PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import type { DecisionSource } from '#contract/desk/case.ts'
import type { Deps, Tx } from '../../deps.ts'
import { changePhotos } from './change-photos.ts'

export type PhotoVerdict = { approved: true } | ({ approved: false; reason: PhotoReason; note?: string } & Cause)

/** The cause of a rejection in a case, for its statement and the transparency report [DESK-15]. */
type Cause = { source?: DecisionSource; waitedSince?: number | null }

/**
 * A rejected photo can be approved later, which lifts the decision; an approved one can be rejected. The main photo is the
 * main photo again after a wrong rejection.
 * @returns `same` if nothing changed; then nobody is notified
 */
export const reviewPhoto = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: number,
  verdict: PhotoVerdict,
  staff: number | null = null,
): Promise<'done' | 'same' | 'not_found'> => write((tx) => reviewPhotoIn(tx, id, verdict, { staff, at: now() }))

/** The same inside a transaction that does more. */
export const reviewPhotoIn = async (
  tx: Tx,
  id: number,
  verdict: PhotoVerdict,
  { staff, at }: { staff: number | null; at: number },
): Promise<'done' | 'same' | 'not_found'> => {
  const photo = await tx.photos.one(id)
  if (!photo) return 'not_found'
  // The photo is the main photo, or was until its rejection.
  const isMain =
    photo.status === 'active'
      ? (await tx.photos.mainOf(photo.owner)) === id
      : (await lastRejection(tx, id))?.main === true
  const [status, reason] = verdict.approved ? (['active', null] as const) : (['rejected', verdict.reason] as const)
  if (photo.status === status && photo.reason === reason) return 'same'
  await changePhotos(tx, photo.owner, at, async () => {
    await tx.photos.setStatus(id, status, reason, { staff, at })
    // Lift the decision of an earlier rejection as well: a photo has one decision at a time.
    await tx.photos.liftDecisions(id, at)
    if (!verdict.approved) {
      const decision = await tx.photos.addDecision({
        userId: photo.owner,
        kind: 'photo_rejected',
        reason: verdict.reason,
        note: verdict.note ?? '',
        photo: id,
        at,
        staff,
        source: verdict.source ?? 'own',
        waitedSince: verdict.waitedSince ?? (photo.status === 'pending' ? photo.createdAt : null),
      })
      // The reviewer can undo for this long, and nobody is mailed about a slip of the hand [DESK-5].
      await tx.jobs.add({ kind: 'mail.decision', payload: { decision }, runAt: at + PHOTO_UNDO_MS }, at)
    }
    return verdict.approved && isMain ? id : undefined
  })
  await tx.audit.add({
    staff,
    act: verdict.approved ? 'photo.approve' : 'photo.reject',
    subject: { kind: 'photo', id },
    before: {
      status: photo.status,
      ...(photo.reason !== null && { reason: photo.reason }),
      ...(isMain && { main: true }),
    },
    after: verdict.approved ? { status } : { status, reason: verdict.reason },
    at,
  })
  tx.deskChanged('photos')
  tx.deskChanged(`photo:${id}`)
  return 'done'
}

/**
 * Takes back a review: the photo waits again [DESK-5]. The reviewer alone may, for a few minutes.
 * @returns `same` if there is nothing to take back
 */
export const undoReview = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: number,
  staff: number,
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    const photo = await tx.photos.one(id)
    if (!photo) return 'not_found'
    const at = now()
    if (photo.status === 'pending' || photo.reviewedBy !== staff || (photo.reviewedAt ?? 0) + PHOTO_UNDO_MS <= at)
      return 'same'
    await changePhotos(tx, photo.owner, at, async () => {
      await tx.photos.setStatus(id, 'pending', null, { staff: null, at: null })
      await tx.photos.undoDecisions(id, at)
      return undefined
    })
    const before = { status: photo.status }
    const after = { status: 'pending' }
    await tx.audit.add({ staff, act: 'photo.undo', subject: { kind: 'photo', id }, before, after, at })
    tx.deskChanged('photos')
    return 'done'
  })

/** The photo before a review, as its row of the audit has it. */
const Before = v.object({
  status: v.picklist(PHOTO_STATUSES),
  reason: v.optional(v.nullable(v.picklist(PHOTO_REASONS)), null),
  main: v.optional(v.boolean(), false),
})

/** The photo before its newest rejection, if it was ever rejected. */
const lastRejection = async (tx: Tx, id: number): Promise<v.InferOutput<typeof Before> | null> => {
  const [last] = await tx.audit.page({ act: 'photo.reject', subjectKind: 'photo', subject: id }, 1)
  return last ? v.parse(Before, JSON.parse(last.row.before ?? '')) : null
}

/**
 * Takes back a rejection as if it had never been made [DESK-8]: the photo has its status of before, so one that waited
 * waits again, and the main photo is the main photo again.
 */
export const undoRejectionIn = async (
  tx: Tx,
  id: number,
  { staff, at }: { staff: number; at: number },
): Promise<void> => {
  const photo = await tx.photos.one(id)
  const last = await lastRejection(tx, id)
  // Its owner may have deleted it meanwhile.
  if (!photo || !last) return tx.photos.undoDecisions(id, at)
  const { status, reason, main } = last
  await changePhotos(tx, photo.owner, at, async () => {
    const review = status === 'pending' ? { staff: null, at: null } : { staff, at }
    await tx.photos.setStatus(id, status, reason, review)
    await tx.photos.undoDecisions(id, at)
    return main ? id : undefined
  })
  const before = { status: photo.status }
  await tx.audit.add({ staff, act: 'photo.undo', subject: { kind: 'photo', id }, before, after: { status }, at })
  tx.deskChanged('photos')
}
