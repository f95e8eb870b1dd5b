/** Recognises texts that are nearly the same, by the smallest hashes of their pieces [GUARD-1]. */
import { plainLetters } from './plain-letters.ts'

export type Signature = readonly number[]

const HASHES = 24
const PIECE = 5
/** People greet alike, so a short text says nothing. */
export const SHORTEST_TEXT = 40

/** @returns null for a text that is too short to compare */
export const signatureOf = (text: string): Signature | null => {
  // Names and numbers vary in a copied text, so digits are left out.
  const letters = plainLetters(text)
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, '')
  if (letters.length < SHORTEST_TEXT) return null
  const smallest = new Uint32Array(HASHES).fill(0xffffffff)
  for (let start = 0; start + PIECE <= letters.length; start += 1) {
    let hash = 0x811c9dc5
    for (let at = start; at < start + PIECE; at += 1) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193)
    for (let count = 0; count < HASHES; count += 1) {
      // Each count mixes the same hash another way (the finalizer of MurmurHash3).
      let mixed = hash ^ Math.imul(count + 1, 0x9e3779b1)
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
      mixed = (mixed ^ (mixed >>> 16)) >>> 0
      if (mixed < (smallest[count] ?? 0)) smallest[count] = mixed
    }
  }
  return [...smallest]
}

/** @returns the estimated share of common pieces, 0 to 1 */
export const likeness = (one: Signature, other: Signature): number =>
  one.filter((hash, place) => hash === other[place]).length / HASHES

/** Texts from this likeness on count as the same text: a changed name or greeting keeps it. */
export const SAME_TEXT = 0.6
