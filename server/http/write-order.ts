/**
 * Refuses a late copy of an old write if the same device has sent a newer one [PWA-2]. In memory, since a late copy
 * cannot outlive the server's connections by more than a proxy's retry.
 */
import { parseWriteOrder } from '#contract/rules/write-order.ts'
import { refuse, type Refusal } from './reply.ts'

type Newest = { count: number; running: Promise<void> }

export type InWriteOrder = <Answer>(
  member: number,
  header: string | undefined,
  run: () => Promise<Answer>,
) => Promise<Answer | Refusal>

/** @param held the number of newest writes to remember, over all members */
export const createWriteOrder = (held = 50_000): InWriteOrder => {
  const newest = new Map<string, Newest>()

  return async (member, header, run) => {
    const write = header === undefined ? null : parseWriteOrder(header)
    if (!write) return run()
    const keys = write.lanes.map((lane) => `${member} ${write.device} ${lane}`)
    const before = keys.flatMap((key) => newest.get(key) ?? [])
    if (before.some(({ count }) => count > write.count)) return refuse('superseded')
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const key of keys) {
      newest.delete(key)
      newest.set(key, { count: write.count, running: promise })
    }
    for (const key of newest.keys()) {
      if (newest.size <= held) break
      newest.delete(key)
    }
    try {
      // An earlier write that is still running must not finish last.
      await Promise.all(before.map(({ running }) => running))
      return await run()
    } finally {
      resolve()
    }
  }
}
