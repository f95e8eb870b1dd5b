import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeNumber, PROOF_PARTS, proofBytes, startsWithZeros } from '#contract/rules/proof-of-work.ts'
import { solveProof } from './proof.ts'

test('[GUARD-5] the worker finds a number for every part, and no smaller one fits', () => {
  const bits = 9
  const numbers = solveProof({ challenge: 'a challenge', bits })
  const seed = createHash('sha256').update('a challenge').digest()
  const fits = (part: number, number: number): boolean => {
    const bytes = proofBytes(seed, part)
    writeNumber(bytes, number)
    return startsWithZeros(createHash('sha256').update(bytes).digest(), bits)
  }
  expect(numbers).toHaveLength(PROOF_PARTS)
  for (const [part, number] of numbers.entries()) {
    expect(fits(part, number)).toBe(true)
    for (let smaller = 0; smaller < number; smaller += 1) expect(fits(part, smaller)).toBe(false)
  }
})
