/** Token buckets in memory, for the rate limits of one process. */
import type { Refusal } from '../http/reply.ts'
import { limited, type BucketUse } from '../rates.ts'

/** A small site has about this many visitors in an hour; beyond it, the keys unused for longest are dropped. */
const KEYS_MAX = 50_000

export type Buckets = (uses: readonly BucketUse[]) => Refusal | null

export const createBuckets = (now: () => number): Buckets => {
  /** The tokens left at a time, by key. */
  const buckets = new Map<string, { left: number; at: number }>()

  const countUse = (use: BucketUse): Refusal | null => {
    const at = now()
    const before = buckets.get(use.key)
    const left = before ? Math.min(use.count, before.left + ((at - before.at) / use.perMs) * use.count) : use.count
    buckets.delete(use.key)
    if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(use.key, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? limited(left, use) : null
  }

  return (uses) => {
    for (const use of uses) {
      const refused = countUse(use)
      if (refused) return refused
    }
    return null
  }
}
