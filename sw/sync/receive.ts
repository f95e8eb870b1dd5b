/** Stores messages from the feed, a push or a page. An own message among them confirms its queued write [CHAT-5]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { carryDeletion, confirmDeletion } from '../outbox/chat-deletion.ts'
import { writeMessage, writePage } from '../store/conversations.ts'
import type { StoreName, Tx } from '../store/member-db.ts'
import { deleteOutboxRow, isRowOf, readOutboxRow } from '../store/outbox-rows.ts'
import { writeCards } from '../store/profiles.ts'

/** @returns whether a queued write was confirmed */
export const receive = async (tx: Tx, message: Message, member: number): Promise<boolean> => {
  await writeMessage(tx, message)
  return acknowledge(tx, message, member)
}

export const PAGE_STORES: StoreName[] = ['conversations', 'messages', 'profiles', 'outbox', 'blobs']

/** @param asked the `before` of the request; undefined for the newest page */
export const receivePage = async (
  tx: Tx,
  conversation: string,
  asked: number | undefined,
  page: CallAnswer<'messages.list'>,
  { member, now }: { member: number; now: number },
): Promise<void> => {
  await writeCards(tx, [page.profile], now)
  await writePage(tx, conversation, asked, page)
  for (const message of page.messages) await acknowledge(tx, message, member)
}

const acknowledge = async (tx: Tx, message: Message, member: number): Promise<boolean> => {
  if (message.sender !== member) return false
  await confirmDeletion(tx, message)
  const row = await readOutboxRow(tx, message.client_id)
  if (!isRowOf(row, 'messages.send') && !isRowOf(row, 'messages.photo')) return false
  await carryDeletion(tx, row, message, false)
  await deleteOutboxRow(tx, row)
  return true
}
