/** Takes a write into the outbox, in one durable transaction. */
import type { Topic } from '#contract/device.ts'
import { addOutboxRow, deleteOutboxRow, laneOf, readOutbox, type OutboxRow, type Write } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'

/** @param fresh an id for a write that brings none, and the moment it was written */
export const enqueue = async (
  session: MemberSession,
  write: Write,
  fresh: { id: string; now: number },
): Promise<void> => {
  const id = write.kind === 'messages.send' ? write.body.client_id : fresh.id
  await session.write(
    ['outbox', 'messages'],
    async (tx) => {
      const outbox = await readOutbox(tx)
      // The page's request may arrive twice: a browser re-sends what a dying worker did not answer [CHAT-5].
      if (outbox.some((row) => row.id === id)) return
      if ((await tx.objectStore('messages').index('client').count([session.member, id])) > 0) return
      const { drop, add } = coalesced(outbox, write)
      for (const row of drop) await deleteOutboxRow(tx, row.order)
      if (!add) return
      await addOutboxRow(tx, {
        id,
        lane: laneOf(write),
        state: 'queued',
        written_at: fresh.now,
        attempts: 0,
        retry_at: 0,
        by_server: false,
        failure: null,
        write,
      })
    },
    'strict',
  )
}

/** Of likes and marks only the last word counts; what is on its way is left alone. Messages are each their own. */
export const coalesced = (outbox: readonly OutboxRow[], write: Write): { drop: OutboxRow[]; add: boolean } => {
  if (write.kind === 'messages.send') return { drop: [], add: true }
  const lane = outbox.filter((row) => row.lane === laneOf(write))
  const replaceable = lane.filter((row) => row.state !== 'sending')
  if (write.kind !== 'chats.read') return { drop: replaceable, add: true }
  const isCovered = lane.some(
    (row) => row.state !== 'failed' && row.write.kind === 'chats.read' && row.write.up_to >= write.up_to,
  )
  return isCovered ? { drop: [], add: false } : { drop: replaceable, add: true }
}

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
  }
}
