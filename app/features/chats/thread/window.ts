/** Which chunks of a conversation are on the page: those near what one sees. The others are room of their height. */

/** So far above and below the view they are there already, in views. */
const MARGIN = 1.5
/** Only until it has been on the page once. */
const GUESS = 1_800

export type Shown = { first: number; last: number }

type View = {
  /** Where the first chunk begins, from the top of the view, in pixels. */
  top: number
  height: number
}

/** @param heights of the chunks in pixels, oldest first; null where not measured yet */
export const shownIn = (heights: readonly (number | null)[], view: View): Shown => {
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
  // Thrown past the end: the nearest.
  const nearest = view.top > 0 ? 0 : heights.length - 1
  return first === -1 ? { first: nearest, last: nearest } : { first, last }
}

export type Part = { kind: 'chunk'; index: number } | { kind: 'room'; key: number; height: number }

/** The page from top to bottom: what is shown, what must be measured, and one room for each run of what is neither. */
export const partsIn = (
  heights: readonly (number | null)[],
  isHeld: (index: number) => boolean,
  isShown: (index: number) => boolean,
): Part[] => {
  const parts: Part[] = []
  for (const [index, height] of heights.entries()) {
    const before = parts.at(-1)
    if (isHeld(index) && (height === null || isShown(index))) parts.push({ kind: 'chunk', index })
    else if (before?.kind === 'room') before.height += height ?? GUESS
    else parts.push({ kind: 'room', key: index, height: height ?? GUESS })
  }
  return parts
}
