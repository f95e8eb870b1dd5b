/** A semaphore with sizes and a bounded queue; limits the memory that photos take. */

export type PhotoGate = {
  /**
   * @param size the part of the room to reserve; a larger size than the room counts as the whole room
   * @param key at most `each` entries with the same key are inside at once
   * @returns a function that releases the room, or null if the queue is full
   */
  enter: (size: number, key?: string | number) => Promise<(() => void) | null>
}

type Options = { room: number; waitingMax?: number; each?: number }
type WaitingPhoto = { size: number; key: string | number; enter: () => void }

/** `room` is the sum of the sizes inside, `waitingMax` the length of the queue, `each` the number of entries of one key inside. */
export const createGate = ({ room, waitingMax = Infinity, each = Infinity }: Options): PhotoGate => {
  let left = room
  let waiting: WaitingPhoto[] = []
  const inside = new Map<string | number, number>()

  const fits = ({ size, key }: WaitingPhoto): boolean => size <= left && (inside.get(key) ?? 0) < each

  /** A small entry may overtake a large one that waits for room, so large uploads do not block the rest. */
  const admitWaiting = (): void => {
    const still: WaitingPhoto[] = []
    for (const one of waiting) {
      if (!fits(one)) {
        still.push(one)
        continue
      }
      left -= one.size
      inside.set(one.key, (inside.get(one.key) ?? 0) + 1)
      one.enter()
    }
    waiting = still
  }

  const leave = (size: number, key: string | number): void => {
    left += size
    const others = (inside.get(key) ?? 1) - 1
    if (others === 0) inside.delete(key)
    else inside.set(key, others)
    admitWaiting()
  }

  let count = 0
  return {
    enter: (wanted, key = (count += 1)) => {
      const size = Math.min(wanted, room)
      return new Promise((resolve) => {
        const one: WaitingPhoto = { size, key, enter: () => resolve(once(() => leave(size, key))) }
        if (!fits(one) && waiting.length >= waitingMax) return resolve(null)
        waiting.push(one)
        admitWaiting()
      })
    },
  }
}

const once = (act: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
