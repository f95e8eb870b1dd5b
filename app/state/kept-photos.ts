/**
 * Photos that are chosen and not sent yet [CHAT-2], [PWA-9]: the device keeps them over a reload, for every tab. Where there
 * is none they live as long as the page, and nothing here fails.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { call } from '../ports/api.ts'
import { heldPhoto } from '../ports/held-photo.ts'
import { controlled } from '../ports/service-worker.ts'

export type KeptPhoto = CallAnswer<'device.drafts'>['drafts'][number]

export type KeptPhotos = {
  /** Null where the device does not answer. */
  list: () => Promise<readonly KeptPhoto[] | null>
  file: (kept: Pick<KeptPhoto, 'id' | 'name'>) => Promise<File | null>
  /** Under an id that is there already it takes the place of the one before. */
  keep: (as: { id: string; place: string; name: string }, photo: Blob, made?: Made) => Promise<void>
  /** An id, or a place with all that waits there. */
  drop: (key: string) => Promise<void>
}

/** Of a photo that is prepared. */
export type Made = { colours: string; width: number; height: number }

export const keptPhotos: KeptPhotos = {
  list: async () => {
    if (!controlled.peek()) return null
    const answer = await call('device.drafts', {})
    return answer.ok && !answer.queued ? answer.data.drafts : null
  },
  file: ({ id, name }) => heldPhoto(id, name),
  keep: async ({ id, place, name }, photo, made) => {
    if (!controlled.peek() || photo.size > PHOTO_BYTES_MAX) return
    const about = made && { colours: made.colours, width: String(made.width), height: String(made.height) }
    // A device without room says so by itself [PWA-13]; the page has the photo still.
    await call('device.drafts.keep', { query: { id, place, name, ...about } }, { upload: photo })
  },
  drop: async (key) => {
    if (controlled.peek()) await call('device.drafts.drop', { params: { key } })
  },
}
