/** The rows of the outbox: what a member wrote and the server has not confirmed. The only store of its kind here. */
import * as v from 'valibot'
import { Failure } from '#contract/entities/failure.ts'
import { ClientId, Count, Timestamp } from '#contract/fields.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { ReadTx, Tx } from './member-db.ts'
import { Write, type QueuedName, type WriteOf } from './writes.ts'

export const OutboxRow = v.object({
  /** Grows with each write: the order of a lane. */
  order: v.number(),
  /** The client_id of a message or a photo; an id of the device's own for anything else. */
  id: ClientId,
  /** Writes of one lane go out one after another. */
  lane: v.string(),
  state: v.picklist(['queued', 'sending', 'failed']),
  written_at: Timestamp,
  /** How often it has gone out. A send that was cut off counts too, since it may have arrived; no pause depends on it. */
  attempts: Count,
  /** How often in a row the server answered with a rate limit or an error: pauses grow with it. Missing in older rows. */
  refusals: v.optional(Count, 0),
  /** Not before this moment. */
  retry_at: Timestamp,
  /** Whether that pause is kept (the server asked for it, or the write can be undone until then); else a success of any call ends it. */
  by_server: v.boolean(),
  failure: v.nullable(Failure),
  write: Write,
})
export type OutboxRow = v.InferOutput<typeof OutboxRow>
export type RowOf<Kind extends QueuedName> = OutboxRow & { write: WriteOf<Kind> }

export const isRowOf = <Kind extends QueuedName>(row: OutboxRow | null | undefined, kind: Kind): row is RowOf<Kind> =>
  row?.write.kind === kind

/** In the order of writing. A row of a form this version does not know stays where it is, unread and unsent. */
export const readOutbox = async (tx: Tx | ReadTx): Promise<OutboxRow[]> =>
  (await tx.objectStore('outbox').getAll()).flatMap((row) => {
    const parsed = safeParseNewer(OutboxRow, row)
    return parsed.success ? [parsed.output] : []
  })

export const readOutboxRow = async (tx: Tx, id: string): Promise<OutboxRow | null> => {
  const parsed = safeParseNewer(OutboxRow, await tx.objectStore('outbox').index('id').get(id))
  return parsed.success ? parsed.output : null
}

/** The row's `order` is given by the store. */
export const addOutboxRow = async (tx: Tx, row: Omit<OutboxRow, 'order'>): Promise<void> => {
  await tx.objectStore('outbox').add(row)
}

export const putOutboxRow = async (tx: Tx, row: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').put(row)
}

/** A picture goes with its row: then the transaction must reach `blobs`, too. */
export const deleteOutboxRow = async (tx: Tx, row: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').delete(row.order)
  if ('client_id' in row.write) await tx.objectStore('blobs').delete(row.write.client_id)
}
