/** Input and output of the load process; the same for our server and for every stand-in. */
import * as v from 'valibot'

/** Two session cookies, the sender's and the recipient's, and the recipient's profile id as the sender names it. */
export const Pair = v.object({ sender: v.string(), recipient: v.string(), profile: v.number() })
export type Pair = v.InferOutput<typeof Pair>

export const Load = v.object({
  port: v.number(),
  pairs: v.array(Pair),
  seconds: v.number(),
  /** A message counts when the recipient has heard of it (`hint`), or has it, by the stream or by `sync` (`fetched`). */
  counts: v.picklist(['hint', 'fetched']),
})
export type Load = v.InferOutput<typeof Load>

export const LoadResult = v.object({
  /** Messages sent, warm-up and probes included: what the database must hold afterwards. */
  sent: v.number(),
  perSecond: v.number(),
  /** ms from sending until the recipient has it and the sender the answer */
  p50: v.number(),
  p99: v.number(),
})
export type LoadResult = v.InferOutput<typeof LoadResult>

/** The members of the stand-ins: odd ids write to the even ones after them. */
export const STAND_IN_MEMBERS = 10_000

export const standInToken = (id: number): string => `stand-in-${String(id).padStart(34, '0')}`

export const standInPairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, index) => ({
    sender: `session=${standInToken(2 * index + 1)}`,
    recipient: `session=${standInToken(2 * index + 2)}`,
    profile: 2 * index + 2,
  }))
