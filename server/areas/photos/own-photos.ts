/** The answer of every photo call: the own photos. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Queries } from '../../db/queries.ts'
import { ownPhotoOf } from '../site/photos.ts'

export type OwnPhotos = CallAnswer<'photos.order'>

/** All photos of a member in their order, and the id of the main one. */
export const ownPhotosOf = async (
  queries: Pick<Queries, 'account' | 'photos'>,
  owner: number,
  cdnPrefix: string,
): Promise<OwnPhotos> => {
  const rows = await queries.account.ownPhotos(owner)
  const main = await queries.photos.mainOf(owner)
  return { photos: rows.map((row) => ownPhotoOf(row, cdnPrefix)), main: main === null ? null : String(main) }
}
