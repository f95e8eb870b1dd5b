/**
 * The proof of work of a signup [GUARD-5]: `PROOF_PARTS` numbers, so that the time to find them varies little. Part `p` is solved by a
 * number `n` for which SHA-256(SHA-256(challenge) p n) begins with `bits` zero bits; p is a byte, n four bytes, high byte first.
 */
export const PROOF_PARTS = 8

/** 8 × 2^14 hashes on average: about a second on a slow phone (decision 29). */
export const PROOF_BITS = 14
/** Each further bit doubles the time. At the most the proof takes about 16 seconds on a slow phone. */
export const PROOF_BITS_MAX = PROOF_BITS + 4

/**
 * @param signups those of the last 24 hours from the same network
 * @param free the signups that need no proof
 * @returns the zero bits that the next signup must show; 0: no proof. They grow by one with every `free` further signups
 */
export const proofBits = (signups: number, free: number): number =>
  signups < free ? 0 : Math.min(PROOF_BITS_MAX, PROOF_BITS + Math.floor((signups - free) / Math.max(1, free)))

const SEED_BYTES = 32

/** The bytes to hash for a part; `writeNumber` fills in the number. @param seed SHA-256 of the challenge's text */
export const proofBytes = (seed: Uint8Array, part: number): Uint8Array => {
  const bytes = new Uint8Array(SEED_BYTES + 5)
  bytes.set(seed)
  bytes[SEED_BYTES] = part
  return bytes
}

/** Writes the number into the last four bytes, high byte first. */
export const writeNumber = (bytes: Uint8Array, number: number): void => {
  for (let place = 0; place < 4; place += 1) bytes[SEED_BYTES + 1 + place] = (number >>> (24 - 8 * place)) & 0xff
}

/** Whether the hash begins with this many zero bits. */
export const startsWithZeros = (hash: Uint8Array, bits: number): boolean => {
  for (let bit = 0; bit < bits; bit += 8) {
    const byte = hash[bit / 8] ?? 0xff
    if (bits - bit >= 8 ? byte !== 0 : byte >> (8 - (bits - bit)) !== 0) return false
  }
  return true
}
