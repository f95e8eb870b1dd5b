/**
 * Decides which chunks of a conversation are on the page: those near the view. Spacers of the same height replace the
 * others.
 */

/** How far beyond the view chunks are rendered, in heights of the view. */
const MARGIN = 1.5
/** The height of a chunk until it is measured. */
const GUESS = 1_800

export type ShownRange = { first: number; last: number }

type View = {
  /** The top of the first chunk, in pixels from the top of the view. */
  top: number
  height: number
}

/** @param heights the heights of the chunks in pixels, oldest first; null if not measured yet */
export const shownIn = (heights: readonly (number | null)[], view: View): ShownRange => {
  const reach = view.height * MARGIN
  let first = -1
  let last = -1
  let { top } = view
  for (const [index, height] of heights.entries()) {
    const bottom = top + (height ?? GUESS)
    if (bottom >= -reach && top <= view.height + reach) {
      if (first === -1) first = index
      last = index
    }
    top = bottom
  }
  // Scrolled past the end: take the nearest chunk.
  const nearest = view.top > 0 ? 0 : heights.length - 1
  return first === -1 ? { first: nearest, last: nearest } : { first, last }
}

export type ThreadPart = { kind: 'chunk'; index: number } | { kind: 'room'; key: number; height: number }

/** The page from top to bottom: shown chunks, chunks to measure, and one spacer for each run of others. */
export const partsIn = (
  heights: readonly (number | null)[],
  isLoaded: (index: number) => boolean,
  isShown: (index: number) => boolean,
): ThreadPart[] => {
  const parts: ThreadPart[] = []
  for (const [index, height] of heights.entries()) {
    const before = parts.at(-1)
    if (isLoaded(index) && (height === null || isShown(index))) parts.push({ kind: 'chunk', index })
    else if (before?.kind === 'room') before.height += height ?? GUESS
    else parts.push({ kind: 'room', key: index, height: height ?? GUESS })
  }
  return parts
}
