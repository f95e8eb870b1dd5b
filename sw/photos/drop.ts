/** Removes photos from the cache, then their rows: on a full device the rows may fail, and the photos already made room. */
import { PHOTO_SIZES, type Photo } from '#contract/entities/photo.ts'
import type { Ports } from '../ports.ts'
import type { ProfileRow } from '../store/member-db.ts'
import type { DeviceSession } from '../store/session.ts'
import { forgetPhotos, photosByUse } from './budget.ts'

export const photoCacheName = (member: number | null): string => `photos-${member ?? 'visitor'}`

export const dropPhotos = async (
  ports: Pick<Ports, 'caches'>,
  session: DeviceSession,
  urls: readonly string[],
): Promise<void> => {
  if (urls.length === 0) return
  const cache = await ports.caches().open(photoCacheName(session.member))
  for (const url of urls) await cache.delete(url)
  await forgetPhotos(session, urls)
}

/** Deletes entry by entry: Chromium frees the space of a deleted cache only after every user has closed it. */
export const emptyPhotos = async (ports: Pick<Ports, 'caches'>, member: number | null): Promise<void> => {
  const name = photoCacheName(member)
  if (!(await ports.caches().has(name))) return
  const cache = await ports.caches().open(name)
  await Promise.all((await cache.keys()).map((request) => cache.delete(request)))
}

/** The half of the photos that was used longest ago. */
export const olderPhotos = async (session: DeviceSession): Promise<string[]> => {
  const rows = await photosByUse(session)
  return rows.slice(0, Math.ceil(rows.length / 2)).map(({ url }) => url)
}

/**
 * The files this member may no longer see, for example after a block or in privacy mode [CHAT-9], [PROF-11]: all sizes
 * of a photo that is gone, and the sharp sizes of a photo that is now locked.
 * @param after undefined if the server no longer shows the profile
 */
export const withdrawnPhotos = (before: ProfileRow | undefined, after: ProfileRow | undefined): string[] => {
  const left = photosOf(after)
  return [...photosOf(before).values()].flatMap(({ id, locked }) => {
    const now = left.get(id)
    const sizes = now === undefined ? PHOTO_SIZES : now.locked && !locked ? SHARP : []
    return sizes.map((size) => `/photos/${id}/${size}`)
  })
}

const SHARP = PHOTO_SIZES.filter((size) => size !== 'blur')

const photosOf = (row: ProfileRow | undefined): Map<string, Photo> => {
  const photos = row ? [row.card.main_image, ...(row.full?.photos ?? [])] : []
  return new Map(photos.flatMap((photo) => (photo ? [[photo.id, photo]] : [])))
}
