/** Token buckets in memory, for the rate limits of one process. */
import type { Refusal } from '../http/reply.ts'
import { limited, type BucketUse, type RateName } from '../rates.ts'

/**
 * A small site has about this many visitors in an hour; beyond it, the keys unused for longest are dropped. Each limit has keys of its own:
 * a login counts for any address that somebody types, and made-up ones must not drop the counts of other limits.
 */
const KEYS_MAX = 50_000

type Buckets = {
  /** Counts one use in each bucket, until one refuses. */
  count: (uses: readonly BucketUse[]) => Refusal | null
  /** Sets what a bucket has left now, as all processes together have counted it. */
  set: (use: BucketUse | undefined, left: number) => void
}

export const createBuckets = (now: () => number): Buckets => {
  /** The tokens left at a time, by limit and key. */
  const limits = new Map<RateName, Map<string, { left: number; at: number }>>()

  const store = ({ name, key }: BucketUse, left: number, at: number): void => {
    const buckets = limits.get(name) ?? new Map<string, { left: number; at: number }>()
    limits.set(name, buckets)
    buckets.delete(key)
    if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(key, { left, at })
  }

  const countUse = (use: BucketUse): Refusal | null => {
    const at = now()
    const before = limits.get(use.name)?.get(use.key)
    // A clock that was set back takes no uses away [OPS-14].
    const passed = before ? Math.max(0, at - before.at) : 0
    const left = before ? Math.min(use.count, before.left + (passed / use.perMs) * use.count) : use.count
    store(use, left < 1 ? left : left - 1, at)
    return left < 1 ? limited(left, use) : null
  }

  return {
    count: (uses) => {
      for (const use of uses) {
        const refused = countUse(use)
        if (refused) return refused
      }
      return null
    },
    set: (use, left) => use && store(use, left, now()),
  }
}
