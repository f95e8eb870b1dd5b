/** Seeded random numbers: the same seed and label give the same numbers on every machine. Not fit for secrets. */

export type Random = {
  /** In [0, 1). */
  next: () => number
  /** A whole number in [0, below). */
  below: (below: number) => number
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** `count` different items in random order, or all there are. */
  some: <Item>(items: readonly Item[], count: number) => Item[]
  bytes: (count: number) => Uint8Array
  /** An independent stream: drawing from it does not change the numbers of others. */
  fork: (label: string | number) => Random
}

export const randomFrom = (seed: string): Random => randomAt(hashOf(0x9e3779b9, seed))

/** Evenly from [0, 1), the same numbers in every run (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const randomAt = (start: number): Random => {
  const next = seededRandom(start)
  const below = (count: number): number => Math.floor(next() * count)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const rest = [...items]
    const chosen: Item[] = []
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(below(rest.length), 1))
    return chosen
  }
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick,
    some,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
    fork: (label) => randomAt(hashOf(start, String(label))),
  }
}

/** FNV-1a, then murmur3's finalizer, so that similar labels give different streams. */
const hashOf = (start: number, text: string): number => {
  let hash = 0x811c9dc5 ^ start
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

export type WeightedItems<Item> = { items: readonly Item[]; sums: readonly number[] }

/** Weighted items, prepared once for many draws. */
export const weighted = <Item>(entries: readonly (readonly [Item, number])[]): WeightedItems<Item> => {
  let sum = 0
  const sums = entries.map(([, weight]) => (sum += weight))
  return { items: entries.map(([item]) => item), sums }
}

export const drawFrom = <Item>({ items, sums }: WeightedItems<Item>, random: Random): Item => {
  const at = random.next() * (sums.at(-1) ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at < (sums[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  const item = items[low]
  if (item === undefined) throw new Error('Nothing to draw from')
  return item
}
