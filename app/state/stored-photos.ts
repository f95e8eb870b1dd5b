/**
 * Photos that the member has chosen but not sent [CHAT-2], [PWA-9]. The device stores them across reloads, for every tab. Without
 * a worker they live as long as the page, and nothing here fails.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { call } from '../ports/api.ts'
import { cachedPhoto } from '../ports/cached-photo.ts'
import { controlled } from '../ports/service-worker.ts'

export type StoredPhoto = CallAnswer<'device.drafts'>['drafts'][number]

export type StoredPhotos = {
  /** Null if the device does not answer. */
  list: () => Promise<readonly StoredPhoto[] | null>
  file: (stored: Pick<StoredPhoto, 'id' | 'name'>) => Promise<File | null>
  /** Replaces a photo that is stored under the same id. @returns whether the device has stored it */
  store: (as: { id: string; place: string; name: string }, photo: Blob, made?: PhotoMeasures) => Promise<boolean>
  /** Drops one photo by its id, or all photos of a place. */
  drop: (key: string) => Promise<void>
}

/** The size and the corner colours of a prepared photo. */
export type PhotoMeasures = { colours: string; width: number; height: number }

export const storedPhotos: StoredPhotos = {
  list: async () => {
    if (!controlled.peek()) return null
    const answer = await call('device.drafts', {})
    return answer.ok ? answer.data.drafts : null
  },
  file: ({ id, name }) => cachedPhoto(id, name),
  store: async ({ id, place, name }, photo, made) => {
    if (!controlled.peek() || photo.size > PHOTO_BYTES_MAX) return false
    const about = made && { colours: made.colours, width: String(made.width), height: String(made.height) }
    // A full device reports that by itself [PWA-13]; the page still has the photo.
    return (await call('device.drafts.keep', { query: { id, place, name, ...about } }, { upload: photo })).ok
  },
  drop: async (key) => {
    if (controlled.peek()) await call('device.drafts.drop', { params: { key } })
  },
}
