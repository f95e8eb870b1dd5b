/** How much room photos take on the device, and which go first: those used longest ago. */
import { ignored } from '../ignored.ts'
import type { PhotoRow } from '../store/member-db.ts'
import type { Session } from '../store/session.ts'

export const PHOTO_BYTES_MAX = 60 * 1024 * 1024
/** Of what the browser allows this site: the rest is for what matters more. */
const PHOTO_SHARE = 0.2
/** Making room goes a little further, so that not every new photo has to. */
const KEEP_AFTER_CLEANING = 0.9
/** A use is written down at most this often. */
const TOUCH_MS = 60_000

/** What all photos of a session weigh together, once somebody has counted. */
const totals = new WeakMap<Session, number>()

/** @returns the photos to drop so that the rest fits, oldest first; empty while everything fits */
export const rememberPhoto = async (session: Session, row: PhotoRow, max: number): Promise<string[]> => {
  await putPhoto(session, row)
  const counted = totals.get(session)
  const total = counted === undefined ? weightOfPhotos(await photosByUse(session)) : counted + row.bytes
  totals.set(session, total)
  return total <= max ? [] : overBudget(session, max)
}

export const forgetPhoto = async (session: Session, url: string): Promise<void> => {
  totals.delete(session)
  await session.write(['photos'], (tx) => tx.objectStore('photos').delete(url))
}

/** @returns how many bytes all of them had */
export const forgetPhotos = async (session: Session): Promise<number> => {
  totals.delete(session)
  return session.write(['photos'], async (tx) => {
    const bytes = weightOfPhotos(await tx.objectStore('photos').getAll())
    await tx.objectStore('photos').clear()
    return bytes
  })
}

/** @returns whether the server should be asked again if it may still be shown */
export const touchPhoto = async (session: Session, url: string, now: number, dueMs: number): Promise<boolean> => {
  const row = await session.read(['photos'], (tx) => tx.objectStore('photos').get(url))
  // A photo nobody has written down (a worker died in between) is counted from now on, and checked.
  const known = row ?? { url, bytes: 0, used_at: 0, checked_at: 0 }
  if (now - known.used_at > TOUCH_MS) await ignored(putPhoto(session, { ...known, used_at: now }))
  return now - known.checked_at > dueMs
}

/** The server has said that this photo may still be shown. */
export const noteChecked = (session: Session, url: string, now: number): Promise<void> =>
  session.write(['photos'], async (tx) => {
    const row = await tx.objectStore('photos').get(url)
    if (row) await tx.objectStore('photos').put({ ...row, checked_at: now })
  })

const overBudget = async (session: Session, max: number): Promise<string[]> => {
  const rows = await photosByUse(session)
  let total = weightOfPhotos(rows)
  totals.set(session, total)
  const drop: string[] = []
  for (const row of rows) {
    if (total <= max * KEEP_AFTER_CLEANING) break
    total -= row.bytes
    drop.push(row.url)
  }
  return drop
}

/** Photos of messages (`/photos/m<id>/…`) that the device no longer holds. */
export const orphanedPhotos = (session: Session): Promise<string[]> =>
  session.read(['photos', 'messages'], async (tx) => {
    const urls = await tx.objectStore('photos').getAllKeys(IDBKeyRange.bound('/photos/m', '/photos/n'))
    const orphaned: string[] = []
    for (const url of urls)
      if (!(await tx.objectStore('messages').getKey(Number.parseInt(url.slice('/photos/m'.length), 10) || 0)))
        orphaned.push(url)
    return orphaned
  })

/** Those used longest ago first. */
export const photosByUse = (session: Session): Promise<PhotoRow[]> =>
  session.read(['photos'], (tx) => tx.objectStore('photos').index('used_at').getAll())

const putPhoto = (session: Session, row: PhotoRow): Promise<void> =>
  session.write(['photos'], async (tx) => {
    await tx.objectStore('photos').put(row)
  })

export const photoBudget = (quota: number): number => Math.min(PHOTO_BYTES_MAX, quota * PHOTO_SHARE)

export const weightOfPhotos = (rows: readonly PhotoRow[]): number => rows.reduce((sum, row) => sum + row.bytes, 0)
