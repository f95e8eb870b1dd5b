/** A member's changes to their photos: private, main photo, order, deletion; and what follows every change of photos. */
import type { CallParsed } from '#contract/calls.ts'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce, announceCard, announceStatus, writeAround } from '../feed/announce.ts'
import type { PhotoState } from './queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now'>

/** The main photo cannot be private: choosing a private one makes it public, and hiding the main one replaces it. */
export const changePhoto = (
  deps: Needs,
  owner: number,
  id: number,
  { private: isPrivate, main }: CallParsed<'photos.change'>['body'],
): Promise<Refusal | null> =>
  writeAround(deps, owner, async (tx, held) => {
    const photo = await ownOf(tx, owner, id)
    // The main photo must be visible to others, so a pending or rejected one cannot be chosen [PROF-5].
    if (!photo || (main && photo.status !== 'active')) return refuse('not_found')
    await changePhotos(
      tx,
      owner,
      deps.now(),
      async () => {
        const wanted = main ? false : (isPrivate ?? photo.private)
        if (wanted !== photo.private) await tx.photos.setPrivate(id, wanted)
        return main ? id : undefined
      },
      held,
    )
    return null
  })

/** Photos that are not listed follow in their old order. Ids of other members are ignored. */
export const orderPhotos = (deps: Needs, owner: number, wanted: readonly string[]): Promise<void> =>
  writeAround(deps, owner, async (tx, held) => {
    const order = await orderOf(tx, owner, wanted.map(Number))
    if (order) await changePhotos(tx, owner, deps.now(), () => placePhotos(tx, order), held)
  })

/** @returns all photos in the wanted order, or null if that is their order already */
export const orderOf = async (tx: Tx, owner: number, wanted: readonly number[]): Promise<number[] | null> => {
  const ids = await tx.photos.idsOf(owner)
  const order = [...new Set([...wanted.filter((id) => ids.includes(id)), ...ids])]
  return order.join() === ids.join() ? null : order
}

export const placePhotos = async (tx: Tx, order: readonly number[]): Promise<undefined> => {
  for (const [position, id] of order.entries()) await tx.photos.place(id, position)
  return undefined
}

/** Deletes a photo. A missing photo counts as deleted. */
export const deletePhoto = (deps: Needs, owner: number, id: number): Promise<void> =>
  writeAround(deps, owner, async (tx, held) => {
    await deleteWithin(tx, { owner, id, held }, deps.now())
  })

/** The same inside a transaction that does more. @returns false if the owner has no such photo */
export const deleteWithin = async (
  tx: Tx,
  { owner, id, held }: { owner: number; id: number; held?: readonly number[] },
  at: number,
): Promise<boolean> => {
  const photo = await ownOf(tx, owner, id)
  if (!photo) return false
  await changePhotos(
    tx,
    owner,
    at,
    async () => {
      await tx.photos.remove(id)
      return undefined
    },
    held,
  )
  // Its device may repeat the upload as long as it is logged in, and would bring the photo back.
  if (photo.clientId !== null)
    await tx.parts.rememberDeleted({ owner, clientId: photo.clientId }, at + SESSION_DAYS * DAY_MS)
  // The job checks again whether another photo uses the same files.
  await tx.photos.scheduleDeletion(photo.hash, at)
  await tx.jobs.add({ kind: 'photos.sweep', payload: {} }, at)
  return true
}

const ownOf = async (tx: Pick<Tx, 'photos'>, owner: number, id: number): Promise<PhotoState | null> => {
  const photo = await tx.photos.one(id)
  return photo?.owner === owner ? photo : null
}

type ChangeNeeds = Pick<Tx, 'photos' | 'feed' | 'chat' | 'likes' | 'jobs' | 'changed'>

/**
 * Runs a change of one member's photos. Afterwards the main photo is one that others may see: the wanted one, otherwise
 * the current one, otherwise the first visible one, otherwise none [PROF-5].
 * @param change returns the wanted main photo, or undefined
 * @param held the `circleOf` the owner that the write has named
 */
export const changePhotos = async (
  tx: ChangeNeeds,
  owner: number,
  at: number,
  change: () => Promise<number | undefined>,
  held?: readonly number[],
): Promise<void> => {
  const before = await shownOf(tx, owner)
  const wanted = await change()
  const shown = await tx.photos.shownOf(owner)
  const main = [wanted, before.main].find((id) => id !== undefined && shown.includes(id ?? 0)) ?? shown[0] ?? null
  if (main !== before.main) {
    await tx.photos.setMain(owner, main)
    // The member's cards in chats and likes contain the main photo.
    return announceStatus(tx, owner, at, held)
  }
  if (shown.join() === before.shown.join()) await announce(tx, owner, 'user', 0)
  else await announceCard(tx, owner, at, held)
}

const shownOf = async (tx: ChangeNeeds, owner: number): Promise<{ main: number | null; shown: number[] }> => ({
  main: await tx.photos.mainOf(owner),
  shown: await tx.photos.shownOf(owner),
})
