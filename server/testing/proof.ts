/** Solves the proof of work of a signup without a browser [GUARD-5]. */
import { hash } from 'node:crypto'
import { placeNumber, PROOF_PARTS, proofBytes, startsWithZeros } from '#contract/rules/proof-of-work.ts'

export type SolvedProof = { challenge: string; bits: number; numbers: number[] }

export const solve = (challenge: string, bits: number): SolvedProof => {
  const seed = hash('sha256', challenge, 'buffer')
  const numbers = Array.from({ length: PROOF_PARTS }, (_, part) => {
    const bytes = proofBytes(seed, part)
    for (let number = 0; ; number += 1) {
      placeNumber(bytes, number)
      if (startsWithZeros(hash('sha256', bytes, 'buffer'), bits)) return number
    }
  })
  return { challenge, bits, numbers }
}
