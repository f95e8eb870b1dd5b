/**
 * Queued changes of the member's own photos, all in one lane. A photo that has no number yet goes by the client id of
 * its upload.
 */
import * as v from 'valibot'
import { calls, type CallAnswer } from '#contract/calls.ts'
import { Photo, type OwnPhoto } from '#contract/entities/photo.ts'
import type { User } from '#contract/entities/user.ts'
import { ClientId, IdText } from '#contract/fields.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { parseNewer } from '#contract/newer.ts'
import { changeUser, readMe } from '../store/me.ts'
import type { Tx } from '../store/member-db.ts'
import {
  alwaysAdded,
  idleIn,
  isOf,
  queuedCall,
  stored,
  type AnyWrite,
  type OutboxTx,
  type Row,
  type SentAt,
} from './queued-call.ts'

/** The server's number of a photo, or the client id of a photo that is still queued. */
const PhotoId = v.string()

const Add = stored('photos.add', { client_id: ClientId, private: v.boolean() })
const Change = stored('photos.change', { photo: PhotoId, body: calls['photos.change'].body })
const Order = stored('photos.order', { ids: v.array(PhotoId) })
const Deletion = stored('photos.delete', { photo: PhotoId })

const ofPhotos = {
  lane: () => 'photos',
  topics: () => ['user', 'device'] as const,
  acknowledge: async (
    tx: Tx,
    { answer, sentAt, outbox }: { answer: CallAnswer<'photos.order'>; sentAt: SentAt; outbox: OutboxTx },
  ): Promise<void> => {
    await nameDelivered(outbox, answer.photos)
    await changeUser(
      tx,
      sentAt.user,
      (user) => user.profile.photos,
      (user) => withPhotos(user, answer.photos, answer.main),
    )
  },
}

/** An edit of one photo that may not have a number yet. */
const ofOnePhoto = {
  ...ofPhotos,
  /** A queued photo has no number yet, so its client id is accepted too. */
  params: v.object({
    id: v.pipe(
      v.string('required'),
      v.check((id) => v.is(ClientId, id) || v.is(IdText, id), 'invalid'),
    ),
  }),
  /** Replaces a client id by the photo's number, since the page may not know yet that the photo has arrived. */
  resolve: async <W extends AnyWrite & { photo: string }>(
    tx: Tx,
    write: W,
    outbox: readonly Row[],
  ): Promise<W | null> => {
    if (isNumber(write.photo) || outbox.some((row) => row.id === write.photo)) return write
    const photo = await numberOf(tx, write.photo)
    return photo === undefined ? null : { ...write, photo }
  },
}

export const photosAdd = queuedCall(Add, {
  ...ofPhotos,
  fieldsOf: ({ query }) => ({ client_id: query.client_id, private: query.private === '1' }),
  coalesce: alwaysAdded,
  request: ({ client_id, private: isPrivate }) => ({ query: { client_id, ...(isPrivate ? { private: '1' } : {}) } }),
  overlay: (row) => ({ user: (user) => withPhotos(user, added(user.profile.photos, row)) }),
  ownId: ({ client_id }) => client_id,
  picture: ({ client_id }) => client_id,
  isDelivered: async (tx, { client_id }) => (await numberOf(tx, client_id)) !== undefined,
  isUnordered: true,
  sendingTopics: () => ['user'],
  // A refused photo is shown with its reason [PWA-3].
  isShownRefused: true,
})

export const photosChange = queuedCall(Change, {
  ...ofOnePhoto,
  fieldsOf: ({ params, body }) => ({ photo: String(params.id), body }),
  /** Changes the upload row itself if the upload cannot have arrived; otherwise the last edit counts. */
  coalesce: (lane, write) => {
    const upload = unsentUpload(lane, write.photo)
    if (upload && write.body.private !== undefined) {
      const changed = { ...upload, write: { ...upload.write, private: write.body.private } }
      return { drop: [], into: changed, add: false }
    }
    const drop = idleIn(lane).filter(
      (row) =>
        isOf(row, Change) &&
        (write.body.main ? row.write.body.main : row.write.photo === write.photo && !row.write.body.main),
    )
    return { drop, add: true }
  },
  request: ({ photo, body }) => ({ params: { id: photo }, body }),
  overlay: ({ write: { photo, body } }) => ({
    user: (user) => {
      // The main photo cannot be private.
      const isPrivate = body.main ? false : body.private
      const photos = user.profile.photos.map((own) =>
        own.id === photo && isPrivate !== undefined ? { ...own, private: isPrivate } : own,
      )
      return withPhotos(user, photos, mainOf(user, photos, body.main ? photo : undefined))
    },
  }),
  settle: async (_tx, row, outbox) => {
    if (isNumber(row.write.photo)) return false
    const upload = await outbox.get(row.write.photo)
    if (isOf(upload, Add) && row.write.body.private !== undefined)
      await outbox.put({ ...upload, write: { ...upload.write, private: row.write.body.private } })
    await outbox.remove(row)
    return true
  },
})

export const photosOrder = queuedCall(Order, {
  ...ofPhotos,
  fieldsOf: ({ body: { ids } }) => ({ ids }),
  coalesce: (lane) => ({ drop: idleIn(lane).filter((row) => isOf(row, Order)), add: true }),
  request: ({ ids }) => ({ body: { ids } }),
  overlay: ({ write: { ids } }) => ({ user: (user) => withPhotos(user, ordered(user.profile.photos, ids)) }),
})

export const photosDelete = queuedCall(Deletion, {
  ...ofOnePhoto,
  fieldsOf: ({ params }) => ({ photo: String(params.id) }),
  /** Drops the upload row if the upload cannot have arrived; otherwise the deletion is queued behind it. */
  coalesce: (lane, write) => {
    const edits = idleIn(lane).filter(
      (row) => (isOf(row, Change) || isOf(row, Deletion)) && row.write.photo === write.photo,
    )
    const upload = unsentUpload(lane, write.photo)
    if (upload) return { drop: [upload, ...edits], add: false }
    const deletion = edits.find((row) => isOf(row, Deletion) && row.state === 'queued')
    if (deletion) return { drop: [], into: deletion, add: false }
    // Queued edits stay, so that undoing the deletion does not lose them.
    return { drop: edits.filter((row) => row.state === 'failed'), add: true }
  },
  request: ({ photo }) => ({ params: { id: photo } }),
  overlay: ({ write: { photo } }) => ({
    user: (user) =>
      withPhotos(
        user,
        user.profile.photos.filter((own) => own.id !== photo),
      ),
  }),
  undoMs: DELETION_UNDO_MS,
  settle: async (_tx, row, outbox) => {
    if (isNumber(row.write.photo)) return false
    const upload = await outbox.get(row.write.photo)
    if (isOf(upload, Add)) await outbox.remove(upload)
    await outbox.remove(row)
    return true
  },
})

const isNumber = (photo: string): boolean => /^\d+$/.test(photo)

const numberOf = async (tx: Tx, clientId: string): Promise<string | undefined> =>
  (await readMe(tx)).user?.profile.photos.find((photo) => photo.client_id === clientId)?.id

/** The upload of this photo, if it cannot have arrived: it was refused or never sent. */
const unsentUpload = (lane: readonly Row[], photo: string) =>
  idleIn(lane)
    .filter((row) => isOf(row, Add))
    .find((row) => row.id === photo && (row.state === 'failed' || row.attempts === 0))

/**
 * The server has these photos: deletes their upload rows and writes their numbers into queued edits.
 * @returns whether an upload row was deleted
 */
export const nameDelivered = async (outbox: OutboxTx, photos: readonly OwnPhoto[]): Promise<boolean> => {
  const numbers = new Map(photos.flatMap(({ id, client_id }) => (client_id === null ? [] : [[client_id, id]])))
  let isAcknowledged = false
  if (numbers.size === 0) return isAcknowledged
  for (const row of await outbox.all()) {
    if (isOf(row, Add) && numbers.has(row.id)) {
      await outbox.remove(row)
      isAcknowledged = true
    } else if (isOf(row, Change) || isOf(row, Deletion)) {
      const photo = numbers.get(row.write.photo)
      if (photo !== undefined) await outbox.put({ ...row, write: { ...row.write, photo } })
    } else if (isOf(row, Order) && row.write.ids.some((id) => numbers.has(id)))
      await outbox.put({ ...row, write: { ...row.write, ids: row.write.ids.map((id) => numbers.get(id) ?? id) } })
  }
  return isAcknowledged
}

const added = (
  photos: readonly OwnPhoto[],
  { id, state, failure, uploaded, write }: Row<v.InferOutput<typeof Add>>,
): OwnPhoto[] => {
  // The server has this photo already; only the outbox row is not confirmed yet.
  if (photos.some((photo) => photo.client_id === id)) return [...photos]
  const path = `/photos/${id}`
  return [
    ...photos,
    {
      id,
      client_id: id,
      status: 'pending',
      filename: `${path}/full`,
      thumb_filename: `${path}/thumb`,
      match: `${path}/card`,
      colours: '',
      locked: false,
      lock: null,
      private: write.private,
      reason: null,
      decision: null,
      waiting: state,
      failure,
      uploaded,
    },
  ]
}

/** Sorts the photos by `ids`. Photos that are not named follow in their old order. */
const ordered = (photos: readonly OwnPhoto[], ids: readonly string[]): OwnPhoto[] => {
  const placeOf = ({ id, client_id }: OwnPhoto): number => {
    const place = ids.findIndex((wanted) => wanted === id || wanted === client_id)
    return place < 0 ? ids.length : place
  }
  return photos.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * Replaces the member's photos.
 * @param main the id of the main photo; if omitted, the main photo stays, or the first photo that others may see
 * replaces it
 */
const withPhotos = (user: User, photos: OwnPhoto[], main: string | null = mainOf(user, photos)): User => {
  const found = photos.find((photo) => photo.id === main)
  const main_image = found ? parseNewer(Photo, found) : null
  return { ...user, profile: { ...user.profile, photos, photo_count: photos.length, main_image } }
}

/**
 * Chooses the main photo as the server does: the wanted photo, else the current one, else the first. Others must be
 * able to see it [PROF-5].
 */
const mainOf = ({ profile }: User, photos: readonly OwnPhoto[], wanted?: string): string | null => {
  const shown = photos.filter((photo) => !photo.private && maySoonBeSeen(photo)).map(({ id }) => id)
  return [wanted, profile.main_image?.id].find((id) => id !== undefined && shown.includes(id)) ?? shown[0] ?? null
}

const maySoonBeSeen = ({ status, waiting }: OwnPhoto): boolean =>
  waiting === undefined ? status === 'active' : waiting !== 'failed'
