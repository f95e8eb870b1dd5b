/** The deletion of a conversation that waits behind messages written before it: it is about them, too [CHAT-8]. */
import type { Message } from '#contract/entities/chat.ts'
import { hasOthersBetween, readConversation, removeUpTo } from '../store/conversations.ts'
import type { Tx } from '../store/member-db.ts'
import { deleteOutboxRow, isRowOf, putOutboxRow, readOutbox, type OutboxRow, type RowOf } from '../store/outbox-rows.ts'
import { isFilled, readMe } from '../store/me.ts'

/**
 * A message has its number: deletions behind it reach as far. Needs `outbox` and `conversations`.
 * @param unsure whether the partner may have written in between, of which the device has yet to hear
 */
export const carryDeletion = async (tx: Tx, row: OutboxRow, message: Message, unsure: boolean): Promise<void> => {
  const last = (await readConversation(tx, message.conversation))?.chat?.last_message
  for (const later of await readOutbox(tx)) {
    if (!isRowOf(later, 'chats.delete') || later.lane !== row.lane || later.order < row.order) continue
    const { up_to, carried } = later.write
    // The partner has written since: what they said stays, and so does this.
    if (up_to >= message.id || (last && last.id > up_to && last.sender !== message.sender)) continue
    const from = carried?.from ?? up_to
    await putOutboxRow(tx, { ...later, write: { ...later.write, up_to: message.id, carried: { from, unsure } } })
  }
}

/** The feed has come as far as an own message: whatever the partner wrote before it is here. Needs `outbox`. */
export const confirmDeletion = async (tx: Tx, { conversation, id }: Message): Promise<void> => {
  for (const row of await readOutbox(tx)) {
    if (!isRowOf(row, 'chats.delete') || row.write.conversation !== conversation || row.write.up_to > id) continue
    const { carried } = row.write
    if (carried?.unsure)
      await putOutboxRow(tx, { ...row, write: { ...row.write, carried: { ...carried, unsure: false } } })
  }
}

/**
 * A deletion whose time has come: nothing of the partner's goes that whoever deleted could not know of. Needs `messages`.
 * @returns null while that is not certain: then it waits for the feed
 */
export const readyToSend = async (tx: Tx, row: OutboxRow, now: number): Promise<OutboxRow | null> => {
  if (!isRowOf(row, 'chats.delete') || !row.write.carried) return row
  const { conversation, up_to, carried } = row.write
  // It was held back to where it began, and that request was cut off: an empty range of ids would throw for good.
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
