/** Random bytes, fit for secrets. One call of the system's generator costs 7 µs, however short, so one call serves many requests. */
import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 4_096

/** @returns a function whose results share no byte */
export const openRandomBytes = (): ((count: number) => Uint8Array) => {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return (count) => {
    if (count > POOL_BYTES) return randomFillSync(new Uint8Array(count))
    if (used + count > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + count)
    // A secret must not stay in memory after its owner has forgotten it.
    pool.fill(0, used, used + count)
    used += count
    return bytes
  }
}
