/** Queued deletions of a conversation: they also cover own messages that were queued before them [CHAT-8]. */
import type { Message } from '#contract/entities/chat.ts'
import { hasOthersBetween, readConversation, removeUpTo } from '../store/conversations.ts'
import type { Tx } from '../store/member-db.ts'
import { deleteOutboxRow, isRowOf, putOutboxRow, readOutbox, type OutboxRow, type RowOf } from '../store/outbox-rows.ts'
import { isFilled, readMe } from '../store/me.ts'

/**
 * A queued message got its number, so queued deletions behind it extend to it. Needs `outbox` and `conversations`.
 * @param unsure the partner may have written in between without the device knowing yet
 */
export const carryDeletion = async (tx: Tx, row: OutboxRow, message: Message, unsure: boolean): Promise<void> => {
  const last = (await readConversation(tx, message.conversation))?.chat?.last_message
  for (const later of await readOutbox(tx)) {
    if (!isRowOf(later, 'chats.delete') || later.lane !== row.lane || later.order < row.order) continue
    const { up_to, carried } = later.write
    // The partner has written since. Their message stays, and so does the own message.
    if (up_to >= message.id || (last && last.id > up_to && last.sender !== message.sender)) continue
    const from = carried?.from ?? up_to
    await putOutboxRow(tx, { ...later, write: { ...later.write, up_to: message.id, carried: { from, unsure } } })
  }
}

/** The feed has reached an own message, so everything the partner wrote before it is stored. Needs `outbox`. */
export const confirmDeletion = async (tx: Tx, { conversation, id }: Message): Promise<void> => {
  for (const row of await readOutbox(tx)) {
    if (!isRowOf(row, 'chats.delete') || row.write.conversation !== conversation || row.write.up_to > id) continue
    const { carried } = row.write
    if (carried?.unsure)
      await putOutboxRow(tx, { ...row, write: { ...row.write, carried: { ...carried, unsure: false } } })
  }
}

/**
 * Checks a deletion that is due: it must not delete a partner's message that the member could not have seen. Needs
 * `messages`.
 * @returns null while this is uncertain; the deletion then waits for the feed
 */
export const readyToSend = async (tx: Tx, row: OutboxRow, now: number): Promise<OutboxRow | null> => {
  if (!isRowOf(row, 'chats.delete') || !row.write.carried) return row
  const { conversation, up_to, carried } = row.write
  // An earlier attempt reduced the deletion to its start and was cut off. An empty range of ids would throw forever.
  if (carried.from >= up_to) return row
  if (carried.unsure) {
    await putOutboxRow(tx, { ...row, retry_at: now + FEED_MS, by_server: true })
    return null
  }
  return (await hasOthersBetween(tx, conversation, carried.from, up_to))
    ? { ...row, write: { ...row.write, up_to: carried.from } }
    : row
}

const FEED_MS = 1_000

/** Applies a confirmed deletion, which also deletes refused messages of the conversation. Needs `messages` as well. */
export const applyDeletion = async (tx: Tx, row: RowOf<'chats.delete'>): Promise<void> => {
  await dropRefused(tx, row)
  await removeUpTo(tx, row.write.conversation, row.write.up_to)
}

/**
 * Completes a deletion on the device if the server has never seen the conversation.
 * @returns whether the deletion was completed here
 */
export const settleDeletion = async (tx: Tx, row: OutboxRow): Promise<boolean> => {
  if (!isRowOf(row, 'chats.delete') || !isFilled(await readMe(tx))) return false
  if ((await readConversation(tx, row.write.conversation))?.chat) return false
  await dropRefused(tx, row)
  await deleteOutboxRow(tx, row)
  return true
}

/** Deletes the refused writes that were queued before the deletion. */
const dropRefused = async (tx: Tx, row: OutboxRow): Promise<void> => {
  for (const before of await readOutbox(tx))
    if (before.lane === row.lane && before.order < row.order && before.state === 'failed')
      await deleteOutboxRow(tx, before)
}
