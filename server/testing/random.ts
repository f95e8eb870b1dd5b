/** Bytes that are the same in every run: SHA-256 of seed and counter. For tests only, never for secrets. */
import { createHash } from 'node:crypto'

export const seededBytes = (seed: string | number): ((count: number) => Uint8Array) => {
  let counter = 0
  return (count) => {
    const bytes = new Uint8Array(count)
    for (let at = 0; at < count; at += 32) {
      counter += 1
      const block = createHash('sha256').update(`${seed}:${counter}`).digest()
      bytes.set(block.subarray(0, Math.min(32, count - at)), at)
    }
    return bytes
  }
}
