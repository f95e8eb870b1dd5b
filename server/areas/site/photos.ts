/** A photo as answers name it. Its content never changes, so its paths may be kept for ever. */
import type { Photo } from '#contract/entities/photo.ts'

/** @param cdnPrefix the site setting; it stands in front of `match` alone (specification §3) */
export const photoOf = (row: { id: number; status: Photo['status'] }, cdnPrefix: string): Photo => ({
  id: String(row.id),
  status: row.status,
  filename: `/photos/${row.id}/full`,
  thumb_filename: `/photos/${row.id}/thumb`,
  match: `${cdnPrefix}/photos/${row.id}/card`,
})
