/** Stores messages from the feed, a push or a page. An own message among them confirms its queued write [CHAT-5]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import { forgetAnswered, writeMessage, writePage } from '../store/conversations.ts'
import type { StoreName, Tx } from '../store/member-db.ts'
import { outboxIn, readOutboxRow } from '../store/outbox-rows.ts'
import { writeCards } from '../store/profiles.ts'
import { carryDeletion, confirmDeletion } from '../writes/chats.ts'
import { messageIn } from '../writes/table.ts'

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
  const outbox = outboxIn(tx)
  await confirmDeletion(outbox, message)
  await forgetAnswered(tx, message)
  const row = await readOutboxRow(tx, message.client_id)
  if (!row || !messageIn(row.write)) return false
  await carryDeletion(tx, outbox, row, message, false)
  await outbox.remove(row)
  return true
}
