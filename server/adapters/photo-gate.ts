/** A semaphore with sizes and a bounded queue; limits the memory that photos take. */

export type PhotoGate = {
  /**
   * @param size the part of the room to reserve; a larger size than the room counts as the whole room
   * @param key at most `each` entries with the same key are inside at once
   * @param group entries of one group together take at most `part` of the room and of the queue
   * @returns a function that releases the room, or null if the queue is full
   */
  enter: (size: number, key?: string | number, group?: string) => Promise<(() => void) | null>
}

type Options = { room: number; waitingMax?: number; each?: number; part?: number }
type Entry = { size: number; key: string | number; group: string | undefined }
type WaitingPhoto = Entry & { enter: () => void }

/** `room` is the sum of the sizes inside, `waitingMax` the length of the queue, `each` the number of entries of one key inside. */
export const createGate = ({ room, waitingMax = Infinity, each = Infinity, part = 1 }: Options): PhotoGate => {
  let left = room
  let waiting: WaitingPhoto[] = []
  const inside = new Map<string | number, number>()
  const takenBy = new Map<string, number>()

  /** A first entry always fits into the part of its group, however large it is. */
  const fitsPart = ({ size, group }: Entry): boolean => {
    const taken = group === undefined ? 0 : (takenBy.get(group) ?? 0)
    return taken === 0 || taken + size <= room * part
  }

  const fits = (entry: Entry): boolean => entry.size <= left && (inside.get(entry.key) ?? 0) < each && fitsPart(entry)

  const mayWait = ({ group }: Entry): boolean =>
    waiting.length < waitingMax &&
    (group === undefined || waiting.filter((one) => one.group === group).length < waitingMax * part)

  /** @param by 1 for an entry that comes in, -1 for one that leaves */
  const count = ({ size, key, group }: Entry, by: 1 | -1): void => {
    left -= by * size
    add(inside, key, by)
    if (group !== undefined) add(takenBy, group, by * size)
  }

  /** A small entry may overtake a large one that waits for room, so large uploads do not block the rest. */
  const admitWaiting = (): void => {
    const still: WaitingPhoto[] = []
    for (const one of waiting) {
      if (!fits(one)) {
        still.push(one)
        continue
      }
      count(one, 1)
      one.enter()
    }
    waiting = still
  }

  const leave = (entry: Entry): void => {
    count(entry, -1)
    admitWaiting()
  }

  let entered = 0
  return {
    enter: (wanted, key = (entered += 1), group?) => {
      const entry = { size: Math.min(wanted, room), key, group }
      return new Promise((resolve) => {
        if (!fits(entry) && !mayWait(entry)) return resolve(null)
        waiting.push({ ...entry, enter: () => resolve(once(() => leave(entry))) })
        admitWaiting()
      })
    },
  }
}

/** Adds to a sum, and forgets a sum of nothing. */
const add = <Key>(sums: Map<Key, number>, key: Key, more: number): void => {
  const sum = (sums.get(key) ?? 0) + more
  if (sum === 0) sums.delete(key)
  else sums.set(key, sum)
}

const once = (act: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
