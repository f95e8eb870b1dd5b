/** What a member does with their photos: private or not, which is the main one, in which order, and gone. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { PhotoState } from './queries.ts'
import { changePhotos } from './settle.ts'

type Needs = Pick<Deps, 'write' | 'now'>

/** A private photo is nobody's first impression: made the main one it is private no longer, made private it is not the main one. */
export const changePhoto = (
  { write }: Needs,
  owner: number,
  id: number,
  { private: isPrivate, main }: CallParsed<'photos.change'>['body'],
): Promise<Refusal | null> =>
  write(async (tx) => {
    const photo = await ownOf(tx, owner, id)
    // What others do not see yet, or never will, cannot be what they see first [PROF-5].
    if (!photo || (main && photo.status !== 'active')) return refuse('not_found')
    await changePhotos(tx, owner, async () => {
      const wanted = main ? false : (isPrivate ?? photo.private)
      if (wanted !== photo.private) await tx.photos.setPrivate(id, wanted)
      return main ? id : undefined
    })
    return null
  })

/** Those that are not named follow as they were; what is not the member's is passed over. */
export const orderPhotos = ({ write }: Needs, owner: number, wanted: readonly string[]): Promise<void> =>
  write(async (tx) => {
    const ids = await tx.photos.idsOf(owner)
    const order = [...new Set([...wanted.map(Number).filter((id) => ids.includes(id)), ...ids])]
    if (order.join() === ids.join()) return
    await changePhotos(tx, owner, async () => {
      for (const [position, id] of order.entries()) await tx.photos.place(id, position)
      return undefined
    })
  })

/** 'Photo deleted'. What is not there is deleted already. */
export const deletePhoto = ({ write, now }: Needs, owner: number, id: number): Promise<void> =>
  write(async (tx) => {
    const photo = await ownOf(tx, owner, id)
    if (!photo) return
    await changePhotos(tx, owner, async () => {
      await tx.photos.remove(id)
      return undefined
    })
    // The job looks again whether another photo has the same files.
    await tx.photos.mayGo(photo.hash, now())
    await tx.jobs.add({ kind: 'photos.sweep', payload: {} }, now())
    tx.jobWaits()
  })

const ownOf = async (tx: Pick<Tx, 'photos'>, owner: number, id: number): Promise<PhotoState | null> => {
  const photo = await tx.photos.one(id)
  return photo?.owner === owner ? photo : null
}
