/** Solves the proof of work of a signup [GUARD-5]. */
import { sha256 } from '@noble/hashes/sha2.js'
import { writeNumber, PROOF_PARTS, proofBytes, startsWithZeros } from '#contract/rules/proof-of-work.ts'

export type ProofTask = { challenge: string; bits: number }

/** @returns the number for each part */
export const solveProof = ({ challenge, bits }: ProofTask): number[] => {
  const seed = sha256(new TextEncoder().encode(challenge))
  return Array.from({ length: PROOF_PARTS }, (_, part) => {
    const bytes = proofBytes(seed, part)
    for (let number = 0; ; number += 1) {
      writeNumber(bytes, number)
      // WebCrypto is several times slower for such a short text, since each hash is a promise.
      if (startsWithZeros(sha256(bytes), bits)) return number
    }
  })
}
