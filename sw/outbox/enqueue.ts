/** Adds a write to the outbox in one durable transaction. */
import type { Topic } from '#contract/device.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { MessagePrices } from '#contract/rules/message-cost.ts'
import { readConversation } from '../store/conversations.ts'
import { readMe } from '../store/me.ts'
import type { BlobRow, Tx } from '../store/member-db.ts'
import { addOutboxRow, deleteOutboxRow, putOutboxRow, readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { isMessage, refusalOfWrite } from '../store/spending.ts'
import { laneOf, type Write } from '../store/writes.ts'
import { coalesced } from './coalesce.ts'

/** How long discarding its row can undo a deletion: as long as the toast with the undo button shows. */
export const UNDO_MS = 8_000

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
      const outbox = await readOutbox(tx)
      const id = ownIdOf(wanted) ?? fresh.id
      // The page's request may arrive twice: a browser repeats a request that a dying worker did not answer [CHAT-5].
      const isTaken = outbox.some((row) => row.id === id)
      if (isTaken || (await isDelivered(tx, wanted, session.member))) {
        await forgetDraft(tx, wanted)
        return { id: isTaken ? id : null }
      }
      const write = await named(tx, wanted, outbox)
      if (!write) return null
      const { user } = await readMe(tx)
      if (user && isMessage(write)) {
        const refusal = await refusalOfWrite(tx, write, { user, outbox, prices: fresh.prices })
        if (refusal) return refusal
      }
      await forgetDraft(tx, write)
      const { drop, into, add } = coalesced(outbox, write)
      for (const row of drop) await deleteOutboxRow(tx, row)
      if (into) await putOutboxRow(tx, into)
      if (!add) return { id: into?.id ?? null }
      if ('client_id' in write && upload) await tx.objectStore('blobs').put({ client_id: write.client_id, ...upload })
      const isHeldBack = write.kind === 'photos.delete' || write.kind === 'chats.delete'
      await addOutboxRow(tx, {
        id,
        lane: laneOf(write),
        state: 'queued',
        written_at: fresh.now,
        attempts: 0,
        refusals: 0,
        retry_at: isHeldBack ? fresh.now + UNDO_MS : 0,
        by_server: isHeldBack,
        failure: null,
        write,
      })
      return { id }
    },
    'strict',
  )

/** Deletes the draft of a photo in the transaction that queues it. */
const forgetDraft = async (tx: Tx, write: Write): Promise<void> => {
  if ('client_id' in write) await tx.objectStore('drafts').delete(write.client_id)
}

const ownIdOf = (write: Write): string | null => {
  if (write.kind === 'messages.send') return write.body.client_id
  return 'client_id' in write ? write.client_id : null
}

const isDelivered = async (tx: Tx, write: Write, member: number): Promise<boolean> => {
  if (write.kind === 'messages.send' || write.kind === 'messages.photo')
    return (
      (await tx
        .objectStore('messages')
        .index('client')
        .count([member, ownIdOf(write) ?? ''])) > 0
    )
  return write.kind === 'photos.add' && (await numberOf(tx, write.client_id)) !== undefined
}

/**
 * Replaces a client id by the photo's number, since the page may not know yet that the photo has arrived. For a
 * deletion of a conversation, adds the newest message that the device knows.
 */
const named = async (tx: Tx, write: Write, outbox: readonly OutboxRow[]): Promise<Write | null> => {
  if (write.kind === 'chats.delete')
    return { ...write, up_to: (await readConversation(tx, write.conversation))?.chat?.last_message?.id ?? 0 }
  if ((write.kind !== 'photos.change' && write.kind !== 'photos.delete') || /^\d+$/.test(write.photo)) return write
  if (outbox.some((row) => row.id === write.photo)) return write
  const photo = await numberOf(tx, write.photo)
  return photo === undefined ? null : { ...write, photo }
}

const numberOf = async (tx: Tx, clientId: string): Promise<string | undefined> =>
  (await readMe(tx)).user?.profile.photos.find((photo) => photo.client_id === clientId)?.id

/** The topics whose data change when the write is queued, confirmed or dropped. */
export const topicsOf = (write: Write): Topic[] => {
  switch (write.kind) {
    case 'messages.send':
    case 'messages.photo':
      return [`messages:${write.conversation}`, 'chats', 'user', 'device']
    case 'chats.delete':
      return [`messages:${write.conversation}`, 'chats', 'user', 'device']
    case 'blocks.put':
    case 'blocks.delete':
      return [`messages:${write.conversation}`, 'chats', 'members', 'matches', 'swipe', 'blocks', 'device']
    case 'swipe.put':
    case 'swipe.undo':
      return ['swipe', 'likes', `member:${write.profile}`, 'device']
    case 'likes.put':
    case 'likes.delete':
      return ['likes', `member:${write.profile}`, 'device']
    case 'likes.seen':
      return ['likes', 'user', 'device']
    case 'chats.read':
      return [`messages:${write.conversation}`, 'chats', 'user', 'device']
    case 'profile.put':
    case 'consents.put':
    case 'notifications.put':
    case 'user.language':
    case 'photos.add':
    case 'photos.change':
    case 'photos.order':
    case 'photos.delete':
      return ['user', 'device']
  }
}
