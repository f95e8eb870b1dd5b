/** The rows of the outbox: writes that the server has not confirmed. They exist nowhere else. */
import * as v from 'valibot'
import { Failure } from '#contract/entities/failure.ts'
import { ClientId, Count, Timestamp } from '#contract/fields.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { ReadTx, Tx } from './member-db.ts'
import { Write, type QueuedName, type WriteOf } from './writes.ts'

export const OutboxRow = v.object({
  /** Grows with each write, so it orders the writes of a lane. */
  order: v.number(),
  /** The client_id of a message or a photo; for other writes an id made on this device. */
  id: ClientId,
  /** Writes of one lane are sent one after another. */
  lane: v.string(),
  state: v.picklist(['queued', 'sending', 'failed']),
  written_at: Timestamp,
  /** The number of sends. A send that was cut off counts too, since it may have arrived. No pause depends on this. */
  attempts: Count,
  /**
   * How many times in a row the server answered with a rate limit or an error; pauses grow with it. Missing in older
   * rows.
   */
  refusals: v.optional(Count, 0),
  /** The next attempt is not before this moment. */
  retry_at: Timestamp,
  /**
   * Whether the pause must run its full time: the server asked for it, or the write can be undone until then. Otherwise
   * the success of any call ends the pause.
   */
  by_server: v.boolean(),
  failure: v.nullable(Failure),
  write: Write,
})
export type OutboxRow = v.InferOutput<typeof OutboxRow>
export type RowOf<Kind extends QueuedName> = OutboxRow & { write: WriteOf<Kind> }

export const isRowOf = <Kind extends QueuedName>(row: OutboxRow | null | undefined, kind: Kind): row is RowOf<Kind> =>
  row?.write.kind === kind

/** All rows in the order of writing. A row of an unknown form stays in the store, unread and unsent. */
export const readOutbox = async (tx: Tx | ReadTx): Promise<OutboxRow[]> =>
  (await tx.objectStore('outbox').getAll()).flatMap((row) => {
    const parsed = safeParseNewer(OutboxRow, row)
    return parsed.success ? [parsed.output] : []
  })

export const readOutboxRow = async (tx: Tx, id: string): Promise<OutboxRow | null> => {
  const parsed = safeParseNewer(OutboxRow, await tx.objectStore('outbox').index('id').get(id))
  return parsed.success ? parsed.output : null
}

/** Adds a row; the store sets `order`. */
export const addOutboxRow = async (tx: Tx, row: Omit<OutboxRow, 'order'>): Promise<void> => {
  await tx.objectStore('outbox').add(row)
}

export const putOutboxRow = async (tx: Tx, row: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').put(row)
}

/** Deletes a row and its picture. For a row with a picture, the transaction must include `blobs`. */
export const deleteOutboxRow = async (tx: Tx, row: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').delete(row.order)
  if ('client_id' in row.write) await tx.objectStore('blobs').delete(row.write.client_id)
}
