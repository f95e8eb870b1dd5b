/** A photo as answers name it. Its content never changes, so its paths may be kept for ever. */
import type { OwnPhoto, Photo } from '#contract/entities/photo.ts'

type Row = { id: number; status: Photo['status']; colours: string }

/**
 * @param cdnPrefix the site setting; it stands in front of `match` alone (specification §3)
 * @param locked the viewer may not see it: every path leads to the blurred rendition [PROF-6]
 */
export const photoOf = (row: Row, cdnPrefix: string, locked = false): Photo => ({
  id: String(row.id),
  status: row.status,
  filename: `/photos/${row.id}/${locked ? 'blur' : 'full'}`,
  thumb_filename: `/photos/${row.id}/${locked ? 'blur' : 'thumb'}`,
  match: `${cdnPrefix}/photos/${row.id}/${locked ? 'blur' : 'card'}`,
  colours: row.colours,
  locked,
})

type OwnRow = Row & {
  private: boolean
  reason: OwnPhoto['reason']
  clientId: string | null
  decision: number | null
}

/** As its owner sees it. */
export const ownPhotoOf = (row: OwnRow, cdnPrefix: string): OwnPhoto => ({
  ...photoOf(row, cdnPrefix),
  private: row.private,
  reason: row.reason,
  decision: row.decision,
  client_id: row.clientId,
})
