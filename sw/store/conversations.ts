/** Conversations and their messages, as the server has them. What waits on this device is in the outbox. */
import type { Chat, Message } from '#contract/entities/chat.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import type { ConversationRow, Me, ReadTx, Tx } from './member-db.ts'
import { unbegunChat } from './pending.ts'

export const readConversation = (tx: Tx | ReadTx, conversation: string): Promise<ConversationRow | undefined> =>
  tx.objectStore('conversations').get(conversation)

/** The server's newest word on a conversation. */
export const writeChat = async (tx: Tx, chat: Chat): Promise<void> => {
  const row = await readConversation(tx, chat.conversation)
  const { waiting: _, incoming_at: __, ...held } = chat
  // Removed on another device, and begun again since.
  if (chat.hidden_up_to) await deleteMessages(tx, upTo(chat.conversation, chat.hidden_up_to))
  await tx.objectStore('conversations').put({ history: null, ...row, conversation: chat.conversation, chat: held })
}

/** A push told of a message that it could not carry. */
export const expectMessage = async (
  tx: Tx,
  conversation: string,
  expects: NonNullable<ConversationRow['expects']>,
): Promise<void> => {
  const row = await readConversation(tx, conversation)
  await tx.objectStore('conversations').put({ conversation, chat: null, history: null, ...row, expects })
}

/** When a push told of a message that is not here yet, or null. */
export const incomingAt = (row: ConversationRow | undefined, me: Pick<Me, 'seq'>): number | null =>
  row?.expects && row.expects.seq > me.seq ? row.expects.at : null

/** A message is the same however often and from wherever it comes: answer, feed, push, page [CHAT-5]. */
export const writeMessage = async (tx: Tx, message: Message): Promise<void> => {
  await tx.objectStore('messages').put(message)
}

/**
 * A message came without its conversation (an own one was accepted, or a push had no room for both): the conversation
 * exists and shows it, unless the feed was here first.
 * @param unread how many unread messages it adds
 */
export const bumpConversation = async (tx: Tx, message: Message, member: number, unread = 0): Promise<void> => {
  const row = await readConversation(tx, message.conversation)
  const chat = row?.chat ?? unbegunChat(message.conversation, member)
  if (!chat) return
  const isNewer = chat.last_message === null || chat.last_message.id < message.id
  await tx.objectStore('conversations').put({
    history: null,
    ...row,
    conversation: message.conversation,
    chat: isNewer ? { ...chat, last_message: message, num_unread_messages: chat.num_unread_messages + unread } : chat,
  })
}

export const removeConversation = async (tx: Tx, conversation: string): Promise<void> => {
  await deleteMessages(tx, upTo(conversation, Infinity))
  await tx.objectStore('conversations').delete(conversation)
}

/** The member has removed it; what has come since is a conversation of its own [CHAT-8]. */
export const removeUpTo = async (tx: Tx, conversation: string, last: number): Promise<void> => {
  const row = await readConversation(tx, conversation)
  if ((row?.chat?.last_message?.id ?? 0) <= last) await removeConversation(tx, conversation)
  else await deleteMessages(tx, upTo(conversation, last))
}

/** Whether the partner wrote after one message and not after another; own ones surround theirs. */
export const hasOthersBetween = async (tx: Tx, conversation: string, from: number, to: number): Promise<boolean> => {
  const range = IDBKeyRange.bound([conversation, from], [conversation, to], true)
  const between = await tx.objectStore('messages').index('conversation').getAll(range)
  return between.some(({ sender }) => sender !== between.at(-1)?.sender)
}

/** A page of messages, oldest first, and where the page before it begins; null where this page is not held. */
export type HeldPage = { messages: Message[]; before: number | null }

/** @param before only messages older than this one; undefined for the newest page */
export const readPage = async (
  tx: ReadTx,
  conversation: string,
  before: number | undefined,
): Promise<HeldPage | null> => {
  const history = (await readConversation(tx, conversation))?.history
  if (!history) return null
  const oldest = history.before ?? 1
  if (before !== undefined && before <= oldest) return history.before === null ? { messages: [], before: null } : null
  const newestFirst = await newest(tx, conversation, oldest, before, MESSAGES_PAGE + 1)
  const messages = newestFirst.slice(0, MESSAGES_PAGE).toReversed()
  const [first] = messages
  return { messages, before: newestFirst.length > MESSAGES_PAGE && first ? first.id : history.before }
}

/** Whatever is held of a conversation, complete or not: better than nothing without a network. */
export const readNewest = async (tx: ReadTx, conversation: string): Promise<Message[]> =>
  (await newest(tx, conversation, 1, undefined, MESSAGES_PAGE)).toReversed()

/** Takes in a page the server gave. */
export const writePage = async (
  tx: Tx,
  conversation: string,
  asked: number | undefined,
  page: { chat: Chat | null; messages: Message[]; before: number | null; older_hidden: boolean },
): Promise<void> => {
  const row = await readConversation(tx, conversation)
  const history = row?.history ?? null
  // An older page that does not join what is held would leave a hole nobody knows of.
  if (asked !== undefined && (history === null || history.before !== asked)) return
  for (const message of page.messages) await writeMessage(tx, message)
  const joins = asked === undefined && history !== null && !history.gap
  if (asked === undefined && !joins) await dropOlder(tx, conversation, page)
  // The newest page has whatever a push told of.
  const expects = asked === undefined ? undefined : row?.expects
  await tx.objectStore('conversations').put({
    conversation,
    ...(expects ? { expects } : {}),
    // The feed keeps the conversation itself up to date; this answer may be older than what it brought.
    chat: row?.chat ?? page.chat,
    history: { ...(joins ? history : { before: page.before, gap: false }), older_hidden: page.older_hidden },
  })
}

/** Messages from the partner after `readUpTo`, as far as they are held. */
export const countUnread = async (tx: ReadTx, chat: Chat, readUpTo: number): Promise<number> => {
  if (chat.last_message === null || readUpTo >= chat.last_message.id) return 0
  const index = tx.objectStore('messages').index('conversation')
  const later = await index.getAll(after(chat.conversation, readUpTo))
  return Math.min(chat.num_unread_messages, later.filter((message) => message.sender === chat.profile).length)
}

const newest = async (
  tx: ReadTx,
  conversation: string,
  from: number,
  before: number | undefined,
  count: number,
): Promise<Message[]> => {
  const range = IDBKeyRange.bound([conversation, from], [conversation, before ?? Infinity], false, true)
  const found: Message[] = []
  let cursor = await tx.objectStore('messages').index('conversation').openCursor(range, 'prev')
  while (cursor && found.length < count) {
    found.push(cursor.value)
    cursor = await cursor.continue()
  }
  return found
}

/** After a break in the feed, what is older than a fresh newest page may have holes: it is taken anew when asked for. */
const dropOlder = async (tx: Tx, conversation: string, page: { messages: Message[] }): Promise<void> => {
  const [first] = page.messages
  if (!first) return
  await deleteMessages(tx, IDBKeyRange.bound([conversation, 0], [conversation, first.id], false, true))
}

const deleteMessages = async (tx: Tx, range: IDBKeyRange): Promise<void> => {
  const keys = await tx.objectStore('messages').index('conversation').getAllKeys(range)
  for (const key of keys) await tx.objectStore('messages').delete(key)
}

const upTo = (conversation: string, last: number): IDBKeyRange =>
  IDBKeyRange.bound([conversation, 0], [conversation, last])

const after = (conversation: string, id: number): IDBKeyRange =>
  IDBKeyRange.bound([conversation, id], [conversation, Infinity], true, false)
