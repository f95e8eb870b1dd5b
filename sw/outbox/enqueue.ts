/** Takes a write into the outbox, in one durable transaction. */
import type { Topic } from '#contract/device.ts'
import { readMe } from '../store/me.ts'
import type { BlobRow, Tx } from '../store/member-db.ts'
import { addOutboxRow, deleteOutboxRow, putOutboxRow, readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { laneOf, type Write } from '../store/writes.ts'
import { coalesced } from './coalesce.ts'

/** How long a deletion can be undone by discarding its row: as long as a toast offers it. */
export const UNDO_MS = 8_000

export type Upload = Pick<BlobRow, 'bytes' | 'type'>

/**
 * @param fresh an id for a write that brings none, and the moment it was written
 * @param upload the picture of `photos.add`
 * @returns the id of the row that holds it (null where nothing waits), or null for a photo nobody knows
 */
export const enqueue = (
  session: MemberSession,
  wanted: Write,
  fresh: { id: string; now: number },
  upload?: Upload,
): Promise<{ id: string | null } | null> =>
  session.write(
    ['outbox', 'messages', 'meta', 'blobs'],
    async (tx) => {
      const outbox = await readOutbox(tx)
      const id = ownIdOf(wanted) ?? fresh.id
      // The page's request may arrive twice: a browser re-sends what a dying worker did not answer [CHAT-5].
      if (outbox.some((row) => row.id === id)) return { id }
      if (await isDelivered(tx, wanted, session.member)) return { id: null }
      const write = await named(tx, wanted, outbox)
      if (!write) return null
      const { drop, into, add } = coalesced(outbox, write)
      for (const row of drop) await deleteOutboxRow(tx, row)
      if (into) await putOutboxRow(tx, into)
      if (!add) return { id: into?.id ?? null }
      if (write.kind === 'photos.add' && upload)
        await tx.objectStore('blobs').put({ client_id: write.client_id, ...upload })
      const isHeldBack = write.kind === 'photos.delete'
      await addOutboxRow(tx, {
        id,
        lane: laneOf(write),
        state: 'queued',
        written_at: fresh.now,
        attempts: 0,
        retry_at: isHeldBack ? fresh.now + UNDO_MS : 0,
        by_server: isHeldBack,
        failure: null,
        write,
      })
      return { id }
    },
    'strict',
  )

const ownIdOf = (write: Write): string | null => {
  if (write.kind === 'messages.send') return write.body.client_id
  return write.kind === 'photos.add' ? write.client_id : null
}

const isDelivered = async (tx: Tx, write: Write, member: number): Promise<boolean> => {
  if (write.kind === 'messages.send')
    return (await tx.objectStore('messages').index('client').count([member, write.body.client_id])) > 0
  return write.kind === 'photos.add' && (await numberOf(tx, write.client_id)) !== undefined
}

/** A page may still know a photo by its client id when it has long arrived. */
const named = async (tx: Tx, write: Write, outbox: readonly OutboxRow[]): Promise<Write | null> => {
  if ((write.kind !== 'photos.change' && write.kind !== 'photos.delete') || /^\d+$/.test(write.photo)) return write
  if (outbox.some((row) => row.id === write.photo)) return write
  const photo = await numberOf(tx, write.photo)
  return photo === undefined ? null : { ...write, photo }
}

const numberOf = async (tx: Tx, clientId: string): Promise<string | undefined> =>
  (await readMe(tx)).user?.profile.photos.find((photo) => photo.client_id === clientId)?.id

/** What looks different once the write waits, is acknowledged or gone. */
export const topicsOf = (write: Write): Topic[] => {
  switch (write.kind) {
    case 'messages.send':
      return [`messages:${write.conversation}`, 'chats', 'device']
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
