import { callOf, type CallParsed } from '#contract/calls.ts'
import { createGate } from '../../adapters/photo-pipeline-gate.ts'
import { preparePhoto } from '../../adapters/photo-pipeline-process.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { discardUpload, readUpload, roomFor } from '../../http/upload.ts'
import { addPhoto } from './add-photo.ts'
import { changePhoto, deletePhoto, orderPhotos } from './change-photos.ts'
import { ownPhotosOf, type OwnPhotos } from './own-photos.ts'

type PhotoCalls = 'photos.add' | 'photos.change' | 'photos.order' | 'photos.delete'
type Handling = Pick<Handlers, PhotoCalls>

/** Bytes of files that are held at once, by all members together; others wait unread. */
const FILES_ROOM = 24 * 1024 * 1024
/** One member sends so many at a time, and so many of all members may wait; then they are asked to come back. */
const EACH = 2
const WAITING_MAX = 200
const RETRY_SECONDS = 10

const UPLOAD = callOf('photos.add').upload ?? { bytesMax: 0, types: [] }

export const photoRoutes = (deps: Deps): Handling => {
  const listOf = (owner: number): Promise<OwnPhotos> => ownPhotosOf(deps.read, owner, deps.settings().cdn_prefix)

  return {
    'photos.add': adding(deps, listOf),

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

const adding = (deps: Deps, listOf: (owner: number) => Promise<OwnPhotos>): Handling['photos.add'] => {
  const gate = createGate({ room: FILES_ROOM, each: EACH, waitingMax: WAITING_MAX })

  return async ({ query }, caller, c) => {
    let isRead = false
    let leave: (() => void) | null = null
    const receive = async (): Promise<Uint8Array | Refusal> => {
      leave = await gate.enter(roomFor(c.req.raw.headers, UPLOAD), caller.id)
      if (!leave) return refuse('rate_limited', { retry_after: RETRY_SECONDS })
      isRead = true
      return readUpload(c.req.raw, UPLOAD)
    }
    try {
      const refusal = await addPhoto(deps, preparePhoto, caller, draftOf(query), receive)
      if (!isRead) await discardUpload(c.req.raw, UPLOAD)
      return refusal ?? (await listOf(caller.id))
    } finally {
      ;(leave as (() => void) | null)?.()
    }
  }
}

const draftOf = ({ client_id, private: isPrivate }: CallParsed<'photos.add'>['query']) => ({
  clientId: client_id,
  isPrivate: isPrivate === '1',
})
