/** Handles photos that got a number while edits of them were queued under their client id. */
import type { OwnPhoto } from '#contract/entities/photo.ts'
import {
  deleteOutboxRow,
  isRowOf,
  putOutboxRow,
  readOutbox,
  readOutboxRow,
  type OutboxRow,
} from '../store/outbox-rows.ts'
import type { Tx } from '../store/member-db.ts'
import type { Write } from '../store/writes.ts'

/**
 * The server has these photos: deletes their upload rows and writes their numbers into queued edits. Needs `outbox` and
 * `blobs`.
 * @returns whether an upload row was deleted
 */
export const nameDelivered = async (tx: Tx, photos: readonly OwnPhoto[]): Promise<boolean> => {
  const numbers = new Map(photos.flatMap(({ id, client_id }) => (client_id === null ? [] : [[client_id, id]])))
  let acknowledged = false
  if (numbers.size === 0) return acknowledged
  for (const row of await readOutbox(tx)) {
    if (isRowOf(row, 'photos.add') && numbers.has(row.id)) {
      await deleteOutboxRow(tx, row)
      acknowledged = true
    } else if (row.lane === 'photos') {
      const write = withNumbers(row.write, numbers)
      if (write !== row.write) await putOutboxRow(tx, { ...row, write })
    }
  }
  return acknowledged
}

const withNumbers = (write: Write, numbers: ReadonlyMap<string, string>): Write => {
  if (write.kind === 'photos.change' || write.kind === 'photos.delete') {
    const photo = numbers.get(write.photo)
    return photo === undefined ? write : { ...write, photo }
  }
  if (write.kind !== 'photos.order' || !write.ids.some((id) => numbers.has(id))) return write
  return { ...write, ids: write.ids.map((id) => numbers.get(id) ?? id) }
}

/**
 * Completes an edit on the device if its photo never reached the server, since it was refused or discarded. Needs
 * `outbox` and `blobs`.
 * @returns whether the edit was completed here
 */
export const settleHere = async (tx: Tx, row: OutboxRow): Promise<boolean> => {
  const { write } = row
  if ((write.kind !== 'photos.change' && write.kind !== 'photos.delete') || /^\d+$/.test(write.photo)) return false
  const refused = await readOutboxRow(tx, write.photo)
  if (isRowOf(refused, 'photos.add')) {
    if (write.kind === 'photos.delete') await deleteOutboxRow(tx, refused)
    else if (write.body.private !== undefined)
      await putOutboxRow(tx, { ...refused, write: { ...refused.write, private: write.body.private } })
  }
  await deleteOutboxRow(tx, row)
  return true
}
