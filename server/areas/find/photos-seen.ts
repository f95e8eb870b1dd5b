/** A profile's photos for a viewer: each in full, locked, or left out [PROF-6]. */
import type { Photo } from '#contract/entities/photo.ts'
import { lockOf, photoSightOf, type Standing, type Viewer } from '#contract/rules/visibility.ts'
import { photoOf } from '../site/photos.ts'
import type { PhotoRow } from './queries.ts'

/** @param rows all photos of the owner, in the owner's order */
export const photosSeen = (
  rows: readonly PhotoRow[],
  main: number | null,
  viewer: Viewer,
  owner: Standing,
  cdnPrefix: string,
): Photo[] => {
  const ranks = ranksOf(rows, main)
  return rows.flatMap((row) => {
    const photo = { ...row, isMain: row.id === main, rank: ranks.get(row.id) ?? 0 }
    const seen = photoSightOf(viewer, owner, photo)
    return seen === 'hidden' ? [] : [photoOf(row, cdnPrefix, lockOf(seen))]
  })
}

/** Ranks the main photo first, then the others. `photo-file-queries.ts` must count in the same order. */
const ranksOf = (rows: readonly PhotoRow[], main: number | null): Map<number, number> => {
  const counted = rows.filter((row) => row.status === 'active' && !row.private)
  const mainFirst = counted.toSorted((one, other) => Number(other.id === main) - Number(one.id === main))
  return new Map(mainFirst.map((row, rank) => [row.id, rank]))
}
