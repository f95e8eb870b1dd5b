import { callOf, type CallParsed, type CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { addPhoto } from './add-photo.ts'
import { changePhoto, deletePhoto, orderPhotos } from './change-photos.ts'
import { uploaderOf, type Intake } from './intake.ts'
import { addPart, earlierParts } from './parts.ts'
import type { Queries } from '../../db/queries.ts'
import { ownPhotoOf } from '../site/photos.ts'

type PhotoCalls = 'photos.add' | 'photos.part' | 'photos.change' | 'photos.order' | 'photos.delete'
type Handling = Pick<Handlers, PhotoCalls>

export const photoRoutes = (deps: Deps, intake: Intake): Handling => {
  const listOf = (owner: number): Promise<OwnPhotos> => ownPhotosOf(deps.read, owner, deps.settings().cdn_prefix)

  return {
    'photos.add': async ({ query }, caller, c) => {
      const upload = callOf('photos.add').upload
      const earlier = earlierParts(deps, { owner: caller.id, clientId: query.client_id }, query.from ?? 0)
      const refusal = await intake(
        c,
        uploaderOf(deps, caller),
        upload,
        (receive) => addPhoto(deps, caller, draftOf(query), receive),
        earlier,
      )
      return refusal ?? listOf(caller.id)
    },

    'photos.part': ({ params, query }, caller, c) =>
      intake(c, uploaderOf(deps, caller), callOf('photos.part').upload, (_, receiveBytes) =>
        addPart(deps, { owner: caller.id, clientId: params.client_id }, query.from, receiveBytes),
      ),

    'photos.change': async ({ params, body }, caller) =>
      (await changePhoto(deps, caller.id, params.id, body)) ?? listOf(caller.id),

    'photos.order': async ({ body }, caller) => {
      await orderPhotos(deps, caller.id, body.ids)
      return listOf(caller.id)
    },

    'photos.delete': async ({ params }, caller) => {
      await deletePhoto(deps, caller.id, params.id)
      return listOf(caller.id)
    },
  }
}

const draftOf = ({ client_id, private: isPrivate }: CallParsed<'photos.add'>['query']) => ({
  clientId: client_id,
  isPrivate: isPrivate === '1',
})

/** The answer of every photo call: the own photos. */
type OwnPhotos = CallAnswer<'photos.order'>

/** All photos of a member in their order, and the id of the main one. */
const ownPhotosOf = async (
  queries: Pick<Queries, 'account' | 'photos'>,
  owner: number,
  cdnPrefix: string,
): Promise<OwnPhotos> => {
  const rows = await queries.account.ownPhotos(owner)
  const main = await queries.photos.mainOf(owner)
  return { photos: rows.map((row) => ownPhotoOf(row, cdnPrefix)), main: main === null ? null : String(main) }
}
