/** Input and output of the process that sends messages by the use case itself, without HTTP. */
import * as v from 'valibot'

export const Inside = v.object({
  dataDir: v.string(),
  /** Null for SQLite in the data folder. */
  databaseUrl: v.nullable(v.string()),
  pairs: v.array(v.object({ sender: v.number(), recipient: v.number() })),
  seconds: v.number(),
})
export type Inside = v.InferOutput<typeof Inside>

export const InsideResult = v.object({
  /** Messages sent, warm-up included: what the database must hold afterwards. */
  sent: v.number(),
  perSecond: v.number(),
  /** ms from sending until the answer */
  p50: v.number(),
  p99: v.number(),
  /** Messages in one transaction, on average */
  perCommit: v.number(),
})
export type InsideResult = v.InferOutput<typeof InsideResult>
