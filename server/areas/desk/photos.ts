/** The review of photos at the desk [DESK-5]. `areas/photos/review.ts` decides; here are the lists, the audit and the files. */
import type { Context } from 'hono'
import { PHOTO_PAGE, PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import type { AlikePhoto, DeskPhoto, photoCalls } from '#contract/desk/photos.ts'
import { DECIDING_ROLES } from '#contract/desk/roles.ts'
import { itemWeightOf } from '#contract/desk/severity.ts'
import type { PhotoSize } from '#contract/entities/photo.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { likenessOf } from '#contract/rules/photo-likeness.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuseDesk } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { fileHeaders } from '../../http/security-headers.ts'
import { isHttps } from '../../http/session-cookie.ts'
import type { Staff } from '../../http/desk-caller.ts'
import { reviewPhotoIn, undoReview, type PhotoVerdict } from '../photos/review.ts'
import { isOwnAccount } from './own-account.ts'
import { ALIKE_MAX, type WaitingPhoto } from './photo-queries.ts'

/** After an opening was logged, its reader may load the picture, or the pictures in the opened messages, for this long. */
export const OPENED_MS = 8 * HOUR_MS

type PhotoPage = { photos: DeskPhoto[]; total: number; members: number; more: boolean }

/** Whoever has reviewed a photo within this time is at work. */
const AT_WORK_MS = 10 * MINUTE_MS

/** Colleagues who review at the same time get different members first: with the oldest photos for all, each would review every photo. */
const shareOf = async ({ read, now }: Pick<Deps, 'read' | 'now'>, staff: number) => {
  const atWork = [...new Set([...(await read.audit.reviewersSince(now() - AT_WORK_MS)), staff])].toSorted(
    (a, b) => a - b,
  )
  return { index: atWork.indexOf(staff), of: atWork.length }
}

/** The caller's own photos are counted but not listed: they could not be decided, and would stay in every grid. */
export const waitingPhotos = async (deps: Pick<Deps, 'read' | 'now'>, staff: number): Promise<PhotoPage> => {
  const { read } = deps
  const found = await read.deskPhotos.waiting(await shareOf(deps, staff), PHOTO_PAGE + 1)
  const { photos: total, members } = await read.deskPhotos.totals()
  const photos: DeskPhoto[] = []
  for (const row of found.slice(0, PHOTO_PAGE))
    if (!(await isOwnAccount(read, staff, row.owner))) photos.push(await photoFrom(deps, row))
  return { photos, total, members, more: found.length > PHOTO_PAGE }
}

const photoFrom = async ({ read, now }: Pick<Deps, 'read' | 'now'>, row: WaitingPhoto): Promise<DeskPhoto> => ({
  id: row.id,
  owner: {
    id: row.owner,
    name: row.name,
    age: ageOn(row.birthDate, todayIn(row.country, now())),
    gender: row.gender,
    joined_at: row.signupAt,
    language: row.language,
  },
  uploaded_at: row.at,
  due_at: itemWeightOf({ kind: 'photo', reason: null, at: row.at }).dueAt,
  private: Boolean(row.private),
  covered: Boolean(row.covered),
  others: (await read.deskPhotos.othersOf(row.owner, row.id)).map(({ covered, ...other }) => ({
    ...other,
    covered: Boolean(covered),
  })),
  alike: await alikePhotos({ read }, row),
  rejected: row.rejected,
})

/** The bytes of a photo, or null: missing, or covered and not opened by the caller. */
const photoFile = async (
  { read, photos, now }: Pick<Deps, 'read' | 'photos' | 'now'>,
  { id: staff, role }: Pick<Staff, 'id' | 'role'>,
  id: number,
  size: PhotoSize,
): Promise<Uint8Array | null> => {
  const photo = await read.deskPhotos.coverOf(id)
  if (!photo) return null
  // A private photo that waits is open to those who review it, and to no other colleague.
  const isCovered = photo.covered || (photo.private && !DECIDING_ROLES.some((one) => one === role))
  if (isCovered && size !== 'blur' && !(await hasOpened(read, staff, id, now()))) return null
  return photos.read(photo.hash, size)
}

/** Whether this colleague has opened a covered photo lately. */
export const hasOpened = async (read: Deps['read'], staff: number, photo: number, at: number): Promise<boolean> =>
  (await read.audit.total({
    staff,
    act: 'case.open_photo',
    subjectKind: 'photo',
    subject: photo,
    since: at - OPENED_MS,
  })) > 0

/** Logs the opening of a covered photo, before its file is read [DESK-3]. */
export const showPhoto = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: number | null,
  id: number,
): Promise<OpeningRow | null> =>
  write(async (tx) => ((await tx.photos.one(id)) ? logOpening(tx, staff, id, now()) : null))

type OpeningRow = { audit: number; at: number }

/** The row of the audit that lets a colleague load a covered photo. */
export const logOpening = async (
  tx: Pick<Tx, 'audit'>,
  staff: number | null,
  photo: number,
  at: number,
): Promise<OpeningRow> => {
  const subject = { kind: 'photo', id: photo } as const
  const row = await tx.audit.add({ staff, act: 'case.open_photo', subject, at })
  return { audit: row.id, at }
}

/**
 * Decides about a photo that waits. Two colleagues may have it in their grids: the first verdict counts.
 * @returns the end of the time in which the review can be undone, or the reason why nothing was decided
 */
const decidePhoto = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  staff: number,
  id: number,
  verdict: PhotoVerdict,
): Promise<number | 'not_found' | 'changed_meanwhile'> =>
  write(async (tx) => {
    const photo = await tx.photos.one(id)
    if (!photo) return 'not_found'
    const isSame = verdict.approved ? photo.status === 'active' : photo.reason === verdict.reason
    if (photo.status !== 'pending' && !isSame) return 'changed_meanwhile'
    const at = now()
    await reviewPhotoIn(tx, id, verdict, { staff, at })
    return at + PHOTO_UNDO_MS
  })

const undoPhoto = (
  deps: Pick<Deps, 'write' | 'now'>,
  staff: number,
  id: number,
): Promise<'done' | 'same' | 'not_found'> => undoReview(deps, id, staff)

/**
 * Photos of other accounts that look like a photo: the same content, or nearly the same picture by perceptual hash. The most alike
 * first.
 */
export const alikePhotos = async (
  { read }: Pick<Deps, 'read'>,
  { id, owner }: { id: number; owner: number },
): Promise<AlikePhoto[]> => {
  const likeness = new Map((await read.hashes.alikeTo(id, owner)).map(({ photo, bits }) => [photo, likenessOf(bits)]))
  for (const same of await read.deskPhotos.sameContent(id, owner)) likeness.set(same, 100)
  return (await read.deskPhotos.named([...likeness.keys()]))
    .map((one) => ({ ...one, covered: Boolean(one.covered), likeness: likeness.get(one.id) ?? 0 }))
    .toSorted((one, other) => other.likeness - one.likeness || one.id - other.id)
    .slice(0, ALIKE_MAX)
}

/** A picture for a colleague who may see it now: no cache may answer it to the next one. */
export const photoAnswer = (c: Context, { env }: Pick<Deps, 'env'>, bytes: Uint8Array): Response => {
  const headers = { ...fileHeaders(isHttps(env)), 'content-type': PHOTO_TYPE, 'cache-control': 'no-store' }
  return c.body(new Uint8Array(bytes), 200, headers)
}

export const deskPhotoRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof photoCalls> => ({
  'photos.list': (_, { id }) => waitingPhotos(deps, id),
  'photos.file': async ({ params }, staff, c) => {
    const bytes = await photoFile(deps, staff, params.id, params.size)
    if (!bytes) return refuseDesk('not_found')
    return photoAnswer(c, deps, bytes)
  },
  'photos.show': async ({ params }, { id }) => (await showPhoto(deps, id, params.id)) ?? refuseDesk('not_found'),
  'photos.approve': async ({ params }, { id }) => {
    const until = await decidePhoto(deps, id, params.id, { approved: true })
    return typeof until === 'number' ? { undo_until: until } : refuseDesk(until)
  },
  'photos.reject': async ({ params, body }, { id }) => {
    const until = await decidePhoto(deps, id, params.id, { approved: false, ...body })
    return typeof until === 'number' ? { undo_until: until } : refuseDesk(until)
  },
  'photos.undo': async ({ params }, { id }) => {
    const answer = await undoPhoto(deps, id, params.id)
    return answer === 'not_found' ? refuseDesk('not_found') : { undone: answer === 'done' }
  },
})
