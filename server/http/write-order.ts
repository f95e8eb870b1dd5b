/**
 * Refuses a late copy of an old write if the same device has sent a newer one [PWA-2]. The counts are in the database, because
 * the newer one may have reached another process, or this one before its restart.
 */
import { parseWriteOrder } from '#contract/rules/write-order.ts'
import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from './reply.ts'

type RunningWrites = { count: number; ended: Promise<void> }

type InWriteOrder = <Answer>(
  member: number,
  header: string | undefined,
  run: () => Promise<Answer>,
) => Promise<Answer | Refusal>

export const createWriteOrder = ({ read, write: inGroup, now }: Pick<Deps, 'read' | 'write' | 'now'>): InWriteOrder => {
  /** The newest write of each lane that has not ended, so its count may not be in the database yet. */
  const running = new Map<string, RunningWrites>()

  return async (member, header, run) => {
    const order = header === undefined ? null : parseWriteOrder(header)
    if (!order) return run()
    const write = { member, ...order }
    const keys = order.lanes.map((lane) => `${member} ${order.device} ${lane}`)
    const stored = await read.account.newestWrites(write)
    // Nothing may be awaited from here until the map has this write.
    const before = keys.flatMap((key) => running.get(key) ?? [])
    const isLate = [...stored, ...before.map(({ count }) => count)].some((count) => count > order.count)
    if (isLate) return refuse('superseded')
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const own = { count: order.count, ended }
    for (const key of keys) running.set(key, own)
    try {
      // An earlier write that is still running must not finish last.
      await Promise.all(before.map((earlier) => earlier.ended))
      // Begin both in one turn: then one commit stores the count and the change. If the change fails, the device sends it
      // again with a higher count.
      const [answer] = await Promise.all([run(), inGroup((tx) => tx.account.setNewestWrite(write, now()))])
      return answer
    } finally {
      for (const key of keys) if (running.get(key) === own) running.delete(key)
      resolve()
    }
  }
}
