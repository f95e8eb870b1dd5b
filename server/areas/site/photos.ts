/** A photo in answers. The content of a path never changes, but the right to see it does. */
import type { OwnPhoto, Photo, PhotoLock } from '#contract/entities/photo.ts'

type Row = { id: number; status: Photo['status']; colours: string; drawn: boolean }

/**
 * @param cdnPrefix the site setting that prefixes only `match` (specification §3)
 * @param lock the reason why the viewer may not see it; all paths then lead to the blurred size [PROF-6]
 */
export const photoOf = (row: Row, cdnPrefix: string, lock: PhotoLock | null = null): Photo => ({
  id: String(row.id),
  status: row.status,
  filename: `/photos/${row.id}/${lock ? 'blur' : 'full'}`,
  thumb_filename: `/photos/${row.id}/${lock ? 'blur' : 'thumb'}`,
  match: `${cdnPrefix}/photos/${row.id}/${lock ? 'blur' : 'card'}`,
  colours: row.colours,
  locked: lock !== null,
  lock,
  ...(row.drawn ? { drawn: true } : {}),
})

type OwnRow = Row & {
  private: boolean
  reason: OwnPhoto['reason']
  clientId: string | null
  decision: number | null
}

/** The photo for its owner. */
export const ownPhotoOf = (row: OwnRow, cdnPrefix: string): OwnPhoto => ({
  ...photoOf(row, cdnPrefix),
  private: row.private,
  reason: row.reason,
  decision: row.decision,
  client_id: row.clientId,
})
