/** The state of the photo grid: which photo is current, and what has been decided [DESK-5]. Pure, for tests without a page. */
import type { DeskPhoto } from '#contract/desk/photos.ts'
import type { PhotoReason } from '#contract/entities/photo.ts'

export type PhotoVerdict = { approved: true } | { approved: false; reason: PhotoReason }

export type GridVerdict = PhotoVerdict | 'theirs'

export type Grid = {
  /** The ids of the photos, the oldest first. They stay in place until all are decided. */
  photos: readonly number[]
  current: number | null
  /** Whether the next photo is the one before the current one. */
  isBackwards: boolean
  /** Verdicts by photo, in the order in which they were made; `theirs` if a colleague decided. */
  verdicts: ReadonlyMap<number, GridVerdict>
}

export const emptyGrid: Grid = { photos: [], current: null, isBackwards: false, verdicts: new Map() }

export const beginGrid = (photos: readonly number[]): Grid => ({
  photos,
  current: photos[0] ?? null,
  isBackwards: false,
  verdicts: new Map(),
})

export const leftIn = ({ photos, verdicts }: Grid): number => photos.filter((id) => !verdicts.has(id)).length

/** Records a verdict about the current photo and moves to the next photo without one. */
export const decide = (grid: Grid, verdict: PhotoVerdict): Grid => {
  if (grid.current === null) return grid
  const verdicts = new Map(grid.verdicts)
  verdicts.delete(grid.current)
  verdicts.set(grid.current, verdict)
  return moveOn({ ...grid, verdicts })
}

/**
 * Moves on from a photo that a colleague was about to decide as well. Both may have begun with the same photos: the colleague continues
 * to the one end, so this grid turns to the other one, and nobody looks at each photo a second time.
 */
export const turnBack = (grid: Grid): Grid => moveOn({ ...grid, isBackwards: !grid.isBackwards })

/** Moves to the next photo without a verdict, if there is one. */
const moveOn = (grid: Grid): Grid => ({
  ...grid,
  current: (grid.current === null ? null : nextOpen(grid, grid.current)) ?? grid.current,
})

/** The next photo without a verdict, searching from this one to one end and then from the other one. */
const nextOpen = ({ photos, isBackwards, verdicts }: Grid, after: number): number | null => {
  const inOrder = isBackwards ? photos.toReversed() : photos
  const at = inOrder.indexOf(after)
  return [...inOrder.slice(at + 1), ...inOrder.slice(0, at + 1)].find((id) => !verdicts.has(id)) ?? null
}

/** The photo that was decided here last, or null. */
export const lastDecided = ({ verdicts }: Grid): number | null =>
  [...verdicts].findLast(([, verdict]) => verdict !== 'theirs')?.[0] ?? null

/** Marks photos that colleagues have decided. The current photo stays the current one: the next key would decide another one. */
export const withTheirs = (grid: Grid, photos: readonly number[]): Grid => {
  const marked = photos.filter((id) => grid.photos.includes(id) && !grid.verdicts.has(id))
  if (marked.length === 0) return grid
  return { ...grid, verdicts: new Map([...grid.verdicts, ...marked.map((id) => [id, 'theirs'] as const)]) }
}

/** Removes a verdict after an undo or a refusal by the server, and makes its photo the current one. */
export const withoutVerdict = (grid: Grid, photo: number): Grid => {
  const verdicts = new Map(grid.verdicts)
  verdicts.delete(photo)
  return { ...grid, verdicts, current: photo }
}

/** Moves by a number of places; at an edge nothing happens. */
export const moveBy = (grid: Grid, step: number): Grid => {
  const at = grid.current === null ? 0 : grid.photos.indexOf(grid.current)
  return { ...grid, current: grid.photos[at + step] ?? grid.current }
}

const HARMFUL: ReadonlySet<PhotoReason> = new Set(['nudity', 'minor'])

/**
 * The photos that a verdict has covered: a private photo once it is decided, and a harmful one. From then on the server
 * answers their files only after a look that is logged (`isCovered` in `server/areas/desk/photo-queries.ts`).
 */
export const coveredByVerdict = (
  { verdicts }: Grid,
  photos: readonly Pick<DeskPhoto, 'id' | 'private'>[],
): ReadonlySet<number> => {
  const covered = photos.filter((photo) => {
    const verdict = verdicts.get(photo.id)
    if (verdict === undefined || photo.private) return verdict !== undefined
    return verdict === 'theirs' || (!verdict.approved && HARMFUL.has(verdict.reason))
  })
  return new Set(covered.map(({ id }) => id))
}
