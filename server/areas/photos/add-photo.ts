/** Adds a photo, once per client id, for any number of repeats and connections [PROF-3]. */
import { PHOTOS_FREE, PHOTOS_PREMIUM } from '#contract/limits.ts'
import { isDistinctive, type PhotoBands } from '#contract/rules/photo-likeness.ts'
import { hasPhotoCheck } from '../../adapters/operator-services.ts'
import type { RenderedPhoto } from '../../adapters/photo-pipeline.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { circleOf } from '../feed/announce.ts'
import { isBanned } from '../safety/identity.ts'
import type { Receive } from './intake.ts'
import { changePhotos } from './change-photos.ts'
import { withFiles } from './with-files.ts'

type Needs = Pick<Deps, 'env' | 'read' | 'write' | 'now' | 'settings' | 'photos' | 'bus' | 'identityKey' | 'newId'>
type Owner = { id: number; paid: boolean }
type NewPhoto = {
  clientId: string
  isPrivate: boolean
  /** Runs in the transaction that adds the photo. */
  onAdded?: (tx: Tx, photo: number) => Promise<void>
}

/**
 * @param receive reads the photo; called only if the photo is wanted
 * @returns the refusal, or null
 */
export const addPhoto = async (
  deps: Needs,
  owner: Owner,
  draft: NewPhoto,
  receive: Receive,
): Promise<Refusal | null> => {
  if (await isOver(deps.read, owner.id, draft.clientId)) return null
  const refusal = (await overLimit(deps.read, owner)) ?? (await deps.bus.use('upload', owner.id))
  if (refusal) return refusal
  const received = await receive()
  return isRefusal(received) ? received : store(deps, owner, draft, received)
}

/** A photo that was deleted meanwhile must not come back with a late copy of its upload. */
const isOver = async ({ photos, parts }: Pick<Queries, 'photos' | 'parts'>, owner: number, clientId: string) =>
  (await photos.byClient(owner, clientId)) !== undefined || (await parts.isDeleted({ owner, clientId }))

/** Pending and rejected photos count too. Deleting one makes room. */
const overLimit = async (queries: Pick<Tx, 'photos'>, { id, paid }: Owner): Promise<Refusal | null> => {
  const limit = paid ? PHOTOS_PREMIUM : PHOTOS_FREE
  return (await queries.photos.countOf(id)) < limit ? null : refuse('photo_limit', { limit })
}

const store = async (
  deps: Needs,
  owner: Owner,
  { clientId, isPrivate, onAdded }: NewPhoto,
  { renditions, colours, bands }: RenderedPhoto,
): Promise<Refusal | null> => {
  const isChecked = hasPhotoCheck(deps.env)
  const status = deps.settings().photo_review === 'auto' && !isChecked ? 'active' : 'pending'
  // The chain of the audit needs a write that names nobody.
  const held = onAdded ? undefined : await circleOf(deps.read, owner.id)
  const stored = await withFiles<Refusal | New | null>(
    deps,
    renditions,
    async (tx, files, at) => {
      // Another connection may have added it first.
      if (await isOver(tx, owner.id, clientId)) return { isNamed: false, answer: null }
      const refusal = await overLimit(tx, owner)
      if (refusal) return { isNamed: false, answer: refusal }
      // The picture of a banned member waits for a person, whatever the setting says [DESK-10].
      const isMarked = await isBanned(deps, tx, [{ kind: 'photo', value: files.content }])
      const row = {
        owner: owner.id,
        ...files,
        status: isMarked ? 'pending' : status,
        private: isPrivate,
        createdAt: at,
        clientId,
        colours,
      } as const
      let unflagged: New | null = null
      await changePhotos(
        tx,
        owner.id,
        at,
        async () => {
          const photo = await tx.photos.add(row)
          if (isMarked)
            await tx.flags.addFlag(
              { member: owner.id, kind: 'photo', severity: 'harm', photo, facts: { photo_of_a_banned_account: true } },
              at,
            )
          // A marked picture waits for a person, whatever a check would say.
          if (isChecked && !isMarked) {
            await tx.jobs.add({ kind: 'photo.check', payload: { member: owner.id, photo } }, at)
          }
          if (isDistinctive(bands)) {
            await tx.hashes.addHash(photo, bands)
            const added = { photo, owner: owner.id, bands }
            if (!(await flagAlike(tx, added, at))) unflagged = added
          }
          await onAdded?.(tx, photo)
          return undefined
        },
        held,
      )
      return { isNamed: true, answer: unflagged }
    },
    held,
  )
  if (stored === null || isRefusal(stored)) return stored
  // Two accounts may have added one picture at the same moment: then neither transaction saw the photo of the other one.
  if ((await deps.read.hashes.alike(bands, owner.id)).length > 0)
    await deps.write((tx) => flagAlike(tx, stored, deps.now()), [owner.id])
  return null
}

/** Enough for a person to compare. */
const SHOWN = 10

type New = { photo: number; owner: number; bands: PhotoBands }

/** Flags a new photo if another account has nearly the same one [GUARD-3]. @returns whether one has */
const flagAlike = async (
  tx: Pick<Tx, 'hashes' | 'flags' | 'deskChanged'>,
  { photo, owner, bands }: New,
  at: number,
): Promise<boolean> => {
  const alike = await tx.hashes.alike(bands, owner)
  const [nearest] = alike
  if (!nearest) return false
  const facts = { alike: alike.slice(0, SHOWN).map((one) => one.photo), bits: nearest.bits }
  await tx.flags.addFlag({ member: owner, kind: 'photo', severity: 'harm', photo, facts }, at)
  tx.deskChanged('queue')
  return true
}
