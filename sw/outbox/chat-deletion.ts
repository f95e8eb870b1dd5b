/** The deletion of a conversation that waits behind messages written before it: it is about them, too [CHAT-8]. */
import type { Message } from '#contract/entities/chat.ts'
import { readConversation, removeUpTo } from '../store/conversations.ts'
import type { Tx } from '../store/member-db.ts'
import { deleteOutboxRow, isRowOf, putOutboxRow, readOutbox, type OutboxRow, type RowOf } from '../store/outbox-rows.ts'
import { isFilled, readMe } from '../store/me.ts'

/**
 * A message has its number: deletions behind it reach as far, unless the partner wrote in between, of which whoever
 * deleted could not know. Needs `outbox` and `conversations`, before the message itself is taken in there.
 */
export const carryDeletion = async (tx: Tx, row: OutboxRow, message: Message): Promise<void> => {
  const last = (await readConversation(tx, message.conversation))?.chat?.last_message
  for (const later of await readOutbox(tx)) {
    if (!isRowOf(later, 'chats.delete') || later.lane !== row.lane || later.order < row.order) continue
    const isAlone = !last || last.id <= later.write.up_to || last.sender === message.sender
    if (isAlone && later.write.up_to < message.id)
      await putOutboxRow(tx, { ...later, write: { ...later.write, up_to: message.id } })
  }
}

/** The server has deleted it: so has the device, with what was refused there before. Needs `messages` as well. */
export const applyDeletion = async (tx: Tx, row: RowOf<'chats.delete'>): Promise<void> => {
  await dropRefused(tx, row)
  await removeUpTo(tx, row.write.conversation, row.write.up_to)
}

/**
 * A conversation the server has never heard of is none of its business.
 * @returns whether it was settled here
 */
export const settleDeletion = async (tx: Tx, row: OutboxRow): Promise<boolean> => {
  if (!isRowOf(row, 'chats.delete') || !isFilled(await readMe(tx))) return false
  if ((await readConversation(tx, row.write.conversation))?.chat) return false
  await dropRefused(tx, row)
  await deleteOutboxRow(tx, row)
  return true
}

/** What was refused there was deleted with it. */
const dropRefused = async (tx: Tx, row: OutboxRow): Promise<void> => {
  for (const before of await readOutbox(tx))
    if (before.lane === row.lane && before.order < row.order && before.state === 'failed')
      await deleteOutboxRow(tx, before)
}
