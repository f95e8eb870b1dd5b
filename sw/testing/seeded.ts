/** A pseudo-random generator that repeats for the same seed (mulberry32, public domain). */
export type SeededRandom = {
  next: () => number
  /** A whole number below `max`. */
  below: (max: number) => number
  pick: <Item>(items: readonly Item[]) => Item
}

export const seeded = (seed: number): SeededRandom => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (max: number): number => Math.floor(next() * max)
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}
