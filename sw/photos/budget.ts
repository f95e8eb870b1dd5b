/** Limits the space of cached photos; those used longest ago are dropped first. */
import { ignored } from '../ignored.ts'
import type { PhotoRow } from '../store/member-db.ts'
import type { DeviceSession } from '../store/session.ts'
import { isOld } from '../timeout.ts'

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

export const forgetPhotos = async (session: DeviceSession, urls: readonly string[]): Promise<void> => {
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
