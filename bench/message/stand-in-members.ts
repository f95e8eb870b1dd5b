/** The members of the stand-ins: odd ids write to the even ones after them. */
import type { Pair } from './load.ts'

export const STAND_IN_MEMBERS = 10_000

export const standInToken = (id: number): string => `stand-in-${String(id).padStart(34, '0')}`

export const standInPairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, index) => ({
    sender: `session=${standInToken(2 * index + 1)}`,
    recipient: `session=${standInToken(2 * index + 2)}`,
    profile: 2 * index + 2,
  }))
