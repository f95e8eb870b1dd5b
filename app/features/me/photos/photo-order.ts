/** Reorders photos: pure list functions for keys and for dragging. */

/** The list with one item moved; both indexes are those of the original list. */
export const movedTo = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from]
  if (item === undefined || from === to || to < 0 || to >= items.length) return [...items]
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, item)
}

/** The items in the order of their ids; an item that is not among them comes last. */
export const inOrder = <Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] => {
  const place = ({ id }: Item): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((one, other) => place(one) - place(other))
}

type Box = { left: number; top: number; width: number; height: number }

/** The index of the tile with the centre nearest to a finger. */
export const nearestTile = (boxes: readonly Box[], x: number, y: number): number => {
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, { left, top, width, height }] of boxes.entries()) {
    const distance = Math.hypot(x - left - width / 2, y - top - height / 2)
    if (distance < least) [nearest, least] = [index, distance]
  }
  return nearest
}
