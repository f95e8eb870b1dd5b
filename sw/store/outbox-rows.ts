/** The rows of the outbox: writes that the server has not confirmed. They exist nowhere else. */
import * as v from 'valibot'
import { safeParseStored } from '#contract/newer.ts'
import { ROW_FIELDS, type OutboxTx, type Row } from '../writes/queued-call.ts'
import { queuedCallOf, Write } from '../writes/table.ts'
import type { ReadTx, Tx } from './member-db.ts'

export const OutboxRow = v.object({ ...ROW_FIELDS, write: Write })
export type OutboxRow = v.InferOutput<typeof OutboxRow>

/** All rows in the order of writing. A row of an unknown form stays in the store, unread and unsent. */
export const readOutbox = async (tx: Tx | ReadTx): Promise<OutboxRow[]> =>
  (await tx.objectStore('outbox').getAll()).flatMap((row) => {
    const parsed = safeParseStored(OutboxRow, row)
    return parsed.success ? [parsed.output] : []
  })

/** How many writes wait to be sent, of an outbox that was read just now. A row of an unknown form counts, because a logout would delete it, too. */
export const countWaiting = async (tx: Tx | ReadTx, outbox: readonly OutboxRow[]): Promise<number> =>
  (await tx.objectStore('outbox').count()) - outbox.filter(({ state }) => state === 'failed').length

export const readOutboxRow = async (tx: Tx, id: string): Promise<OutboxRow | null> => {
  const parsed = safeParseStored(OutboxRow, await tx.objectStore('outbox').index('id').get(id))
  return parsed.success ? parsed.output : null
}

/** A write that nobody has tried to send. */
export const UNTRIED = {
  state: 'queued',
  attempts: 0,
  refusals: 0,
  retry_at: 0,
  by_server: false,
  failure: null,
} as const

type NewRow = Pick<OutboxRow, 'id' | 'written_at' | 'write'> & Partial<OutboxRow>

/** Adds a row, untried unless it says otherwise; the store sets `order`. */
export const addOutboxRow = async (tx: Tx, row: NewRow): Promise<void> => {
  await tx.objectStore('outbox').add({ lane: queuedCallOf(row.write).lane(row.write), ...UNTRIED, ...row })
}

/** Adds a write that the server had and has lost, for the member to send again or discard [PWA-3]. */
export const addLostWrite = (tx: Tx, row: NewRow, error: 'message_lost' | 'photo_lost'): Promise<void> =>
  addOutboxRow(tx, { ...row, state: 'failed', attempts: 1, failure: { error } })

export const putOutboxRow = async (tx: Tx, row: Row): Promise<void> => {
  await tx.objectStore('outbox').put(row)
}

/** Deletes a row and its picture. For a row with a picture, the transaction must include `blobs`. */
export const deleteOutboxRow = async (tx: Tx, { order, write }: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').delete(order)
  const picture = queuedCallOf(write).picture?.(write)
  if (picture !== undefined) await tx.objectStore('blobs').delete(picture)
}

/** The outbox as the queued calls use it. */
export const outboxIn = (tx: Tx): OutboxTx => ({
  all: () => readOutbox(tx),
  get: (id) => readOutboxRow(tx, id),
  put: (row) => putOutboxRow(tx, row),
  remove: (row) => deleteOutboxRow(tx, row as OutboxRow),
})
