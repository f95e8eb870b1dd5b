/**
 * Refuses a late copy of an old write if the same device has sent a newer one [PWA-2]. The counts are in the database, so
 * that a copy that a proxy sends again after a restart is refused as well.
 */
import { parseWriteOrder } from '#contract/rules/write-order.ts'
import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from './reply.ts'

type Newest = { count: number; running: Promise<void> }

export type InWriteOrder = <Answer>(
  member: number,
  header: string | undefined,
  run: () => Promise<Answer>,
) => Promise<Answer | Refusal>

/** @param newestMax the number of newest writes in memory, over all members; others are read from the database */
export const createWriteOrder = (
  { read, write: inGroup, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  newestMax = 50_000,
): InWriteOrder => {
  const newest = new Map<string, Newest>()

  return async (member, header, run) => {
    const order = header === undefined ? null : parseWriteOrder(header)
    if (!order) return run()
    const write = { member, ...order }
    const keys = order.lanes.map((lane) => `${member} ${order.device} ${lane}`)
    const stored = keys.every((key) => newest.has(key)) ? [] : await read.account.newestWrites(write)
    // Nothing may be awaited from here until the map has this write.
    const before = keys.flatMap((key) => newest.get(key) ?? [])
    const isLate = [...stored, ...before.map(({ count }) => count)].some((count) => count > order.count)
    if (isLate) return refuse('superseded')
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const key of keys) {
      newest.delete(key)
      newest.set(key, { count: order.count, running: promise })
    }
    for (const key of newest.keys()) {
      if (newest.size <= newestMax) break
      newest.delete(key)
    }
    try {
      // An earlier write that is still running must not finish last.
      await Promise.all(before.map(({ running }) => running))
      // Begin both in one turn: then one commit stores the count and the change. If the change fails, the device sends it
      // again with a higher count.
      const [answer] = await Promise.all([run(), inGroup((tx) => tx.account.setNewestWrite(write, now()))])
      return answer
    } finally {
      resolve()
    }
  }
}
