/** Limits the space of cached photos: those used longest ago are dropped first. Also drops those that the member may no longer see. */
import { PHOTO_SIZES, type Photo } from '#contract/entities/photo.ts'
import { ignored } from '../ignored.ts'
import type { PhotoRow, ProfileRow } from '../store/member-db.ts'
import type { DeviceSession } from '../store/session.ts'
import { isOld } from '../timeout.ts'
import type { Ports } from '../ports.ts'

export const PHOTO_CACHE_BYTES_MAX = 60 * 1024 * 1024
/** The share of the site's quota that photos may use; messages and the outbox need the other part. */
const PHOTO_SHARE = 0.2
/** Cleaning goes below the limit, so that not every new photo triggers it. */
const KEEP_AFTER_CLEANING = 0.9
/** A use is stored at most this often. */
const TOUCH_MS = 60_000

/** The total bytes of a session's photos, once they were counted. */
const totals = new WeakMap<DeviceSession, number>()

/** @returns the photos to drop so that the others fit, oldest first; empty if all fit */
export const rememberPhoto = async (session: DeviceSession, row: PhotoRow, max: number): Promise<string[]> => {
  await putPhoto(session, row)
  const counted = totals.get(session)
  const total = counted === undefined ? bytesOfPhotos(await photosByUse(session)) : counted + row.bytes
  totals.set(session, total)
  return total <= max ? [] : overBudget(session, max)
}

const forgetPhotos = async (session: DeviceSession, urls: readonly string[]): Promise<void> => {
  totals.delete(session)
  await session.write(['photos'], async (tx) => {
    for (const url of urls) await tx.objectStore('photos').delete(url)
  })
}

/** @returns the total bytes of the deleted photos */
export const forgetAllPhotos = async (session: DeviceSession): Promise<number> => {
  totals.delete(session)
  return session.write(['photos'], async (tx) => {
    const bytes = bytesOfPhotos(await tx.objectStore('photos').getAll())
    await tx.objectStore('photos').clear()
    return bytes
  })
}

/** @returns whether to ask the server again if the photo may still be shown */
export const touchPhoto = async (session: DeviceSession, url: string, now: number, dueMs: number): Promise<boolean> => {
  const row = await session.read(['photos'], (tx) => tx.objectStore('photos').get(url))
  // A photo without a row (a worker died before it was stored) is counted and checked from now on.
  const known = row ?? { url, bytes: 0, used_at: 0, checked_at: 0 }
  if (isOld(known.used_at, TOUCH_MS, now)) await ignored(putPhoto(session, { ...known, used_at: now }))
  return isOld(known.checked_at, dueMs, now)
}

/** Records that the server still allows this photo. */
export const noteChecked = (session: DeviceSession, url: string, now: number): Promise<void> =>
  session.write(['photos'], async (tx) => {
    const row = await tx.objectStore('photos').get(url)
    if (row) await tx.objectStore('photos').put({ ...row, checked_at: now })
  })

const overBudget = async (session: DeviceSession, max: number): Promise<string[]> => {
  const rows = await photosByUse(session)
  let total = bytesOfPhotos(rows)
  totals.set(session, total)
  const drop: string[] = []
  for (const row of rows) {
    if (total <= max * KEEP_AFTER_CLEANING) break
    total -= row.bytes
    drop.push(row.url)
  }
  return drop
}

/** Cached photos whose message is no longer stored (`/photos/m<id>/…`). */
export const orphanedPhotos = (session: DeviceSession): Promise<string[]> =>
  session.read(['photos', 'messages'], async (tx) => {
    const urls = await tx.objectStore('photos').getAllKeys(IDBKeyRange.bound('/photos/m', '/photos/n'))
    const orphaned: string[] = []
    for (const url of urls)
      if (!(await tx.objectStore('messages').getKey(Number.parseInt(url.slice('/photos/m'.length), 10) || 0)))
        orphaned.push(url)
    return orphaned
  })

/** All photos, those used longest ago first. */
export const photosByUse = (session: DeviceSession): Promise<PhotoRow[]> =>
  session.read(['photos'], (tx) => tx.objectStore('photos').index('used_at').getAll())

const putPhoto = (session: DeviceSession, row: PhotoRow): Promise<void> =>
  session.write(['photos'], async (tx) => {
    await tx.objectStore('photos').put(row)
  })

export const photoBudget = (quota: number): number => Math.min(PHOTO_CACHE_BYTES_MAX, quota * PHOTO_SHARE)

export const bytesOfPhotos = (rows: readonly PhotoRow[]): number => rows.reduce((sum, row) => sum + row.bytes, 0)

const PHOTO_CACHES = 'photos-'

export const photoCacheName = (member: number | null): string => `${PHOTO_CACHES}${member ?? 'visitor'}`

/** Removes photos from the cache, then their rows: on a full device the rows may fail, and the photos already made room. */
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

/**
 * Deletes this share of the photos of every cache, those that were stored first, and opens no database.
 * @returns how many were deleted
 */
export const dropEarlierPhotos = async (
  caches: Pick<CacheStorage, 'open' | 'keys'>,
  share: number,
): Promise<number> => {
  let count = 0
  for (const name of (await caches.keys()).filter((one) => one.startsWith(PHOTO_CACHES))) {
    const cache = await caches.open(name)
    // The keys come in the order in which they were stored.
    const photos = await cache.keys()
    const earlier = photos.slice(0, Math.ceil(photos.length * share))
    for (const photo of earlier) await cache.delete(photo)
    count += earlier.length
  }
  return count
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
