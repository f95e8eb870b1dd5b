/** Adds a write to the outbox in one durable transaction. */
import type { ErrorBody } from '#contract/errors.ts'
import type { MessagePrices } from '#contract/rules/message-cost.ts'
import { readMe } from '../store/me.ts'
import type { BlobRow, Tx } from '../store/member-db.ts'
import { addOutboxRow, outboxIn, putOutboxRow, readOutbox } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { refusalOfWrite } from '../store/spending.ts'
import { messageIn, queuedCallOf, type Write } from '../writes/table.ts'

export type Upload = Pick<BlobRow, 'bytes' | 'type'>

/**
 * @param fresh an id for a write without one, the time of writing, and the prices of messages if known
 * @param upload the picture of `photos.add` and `messages.photo`
 * @returns the id of the row (null if nothing is queued); null for an unknown photo; or the reason to refuse a message,
 * which is then not queued [CHAT-15]
 */
export const enqueue = (
  session: MemberSession,
  wanted: Write,
  fresh: { id: string; now: number; prices: MessagePrices | null },
  upload?: Upload,
): Promise<{ id: string | null } | ErrorBody | null> =>
  session.write(
    ['outbox', 'messages', 'conversations', 'meta', 'blobs', 'drafts', 'profiles'],
    async (tx) => {
      const call = queuedCallOf(wanted)
      const outbox = await readOutbox(tx)
      const id = call.ownId?.(wanted) ?? fresh.id
      // The page's request may arrive twice: a browser repeats a request that a dying worker did not answer [CHAT-5].
      const isTaken = outbox.some((row) => row.id === id)
      if (isTaken || (await call.isDelivered?.(tx, wanted, session.member))) {
        await forgetDraft(tx, wanted)
        return { id: isTaken ? id : null }
      }
      const write = call.resolve ? await call.resolve(tx, wanted, outbox) : wanted
      if (!write) return null
      const message = messageIn(write)
      const { user } = await readMe(tx)
      const refusal = user && message ? await refusalOfWrite(tx, message, { user, outbox, prices: fresh.prices }) : null
      if (refusal) return refusal
      await forgetDraft(tx, write)
      const lane = call.lane(write)
      const rows = outbox.filter((row) => row.lane === lane)
      const { drop, into, add } = call.coalesce(rows, write)
      for (const row of drop) await outboxIn(tx).remove(row)
      if (into) await putOutboxRow(tx, into)
      if (!add) return { id: into?.id ?? null }
      const picture = call.picture?.(write)
      if (picture !== undefined && upload) await tx.objectStore('blobs').put({ client_id: picture, ...upload })
      await addOutboxRow(tx, {
        id,
        written_at: fresh.now,
        write,
        ...(call.undoMs === undefined ? {} : { retry_at: fresh.now + call.undoMs, by_server: true }),
      })
      return { id }
    },
    'strict',
  )

/** Deletes the draft of a photo in the transaction that queues it. */
const forgetDraft = async (tx: Tx, write: Write): Promise<void> => {
  const picture = queuedCallOf(write).picture?.(write)
  if (picture !== undefined) await tx.objectStore('drafts').delete(picture)
}
