/** Conversations and their messages as the server has them. Unsent messages are in the outbox. */
import type { Chat, Message } from '#contract/entities/chat.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { ConversationRow, Me, ReadTx, Tx } from './member-db.ts'

export const readConversation = (tx: Tx | ReadTx, conversation: string): Promise<ConversationRow | undefined> =>
  tx.objectStore('conversations').get(conversation)

/**
 * The conversations with the newest messages: reading 10,000 holds a slow phone's worker for seconds.
 * @param most the smallest number of rows; with fewer all rows are returned, also those without a message
 */
export const readNewestConversations = async (tx: ReadTx, most: number): Promise<ConversationRow[]> => {
  const store = tx.objectStore('conversations')
  if ((await store.count()) <= most) return store.getAll()
  const rows: ConversationRow[] = []
  let cursor = await store.index('newest').openCursor(null, 'prev')
  while (cursor && rows.length < most) {
    rows.push(cursor.value)
    cursor = await cursor.continue()
  }
  return rows.length < most ? store.getAll() : rows
}

/** Stores the server's newest state of a conversation. */
export const writeChat = async (tx: Tx, chat: Chat): Promise<void> => {
  const row = await readConversation(tx, chat.conversation)
  const { waiting: _, incoming_at: __, ...stored } = chat
  // The conversation was removed on another device and has begun again since.
  if (chat.hidden_up_to) await deleteMessages(tx, upTo(chat.conversation, chat.hidden_up_to))
  const { unlisted: ___, ...kept } = { history: null, ...row, conversation: chat.conversation, chat: stored }
  await tx.objectStore('conversations').put(kept)
}

/** Records a message that a push announced but was too small to carry. */
export const expectMessage = async (
  tx: Tx,
  conversation: string,
  expects: NonNullable<ConversationRow['expects']>,
): Promise<void> => {
  const row = await readConversation(tx, conversation)
  await tx.objectStore('conversations').put({ conversation, chat: null, history: null, ...row, expects })
}

/** The time of a push whose message has not arrived yet, or null. */
export const incomingAt = (row: ConversationRow | undefined, me: Pick<Me, 'seq'>): number | null =>
  row?.expects && row.expects.seq > me.seq ? row.expects.at : null

/** Records that the device has only the server's answer for an own message. To be called before the message is stored. */
export const noteAnswered = async (tx: Tx, { id, conversation }: Message): Promise<void> => {
  const row = await readConversation(tx, conversation)
  // The feed was faster.
  if (await tx.objectStore('messages').get(id)) return
  const { from, own } = row?.answered ?? { from: row?.chat?.last_message?.id ?? 0, own: [] }
  const answered = { from, own: [...own, id] }
  await tx.objectStore('conversations').put({ conversation, chat: null, history: null, ...row, answered })
}

/** The feed has reached an own message, so the device knows everything before it. */
export const forgetAnswered = async (tx: Tx, { id, conversation }: Message): Promise<void> => {
  const row = await readConversation(tx, conversation)
  if (!row?.answered || Math.max(...row.answered.own) > id) return
  const { answered: _, ...known } = row
  await tx.objectStore('conversations').put(known)
}

/** Stores a message under its id, so a copy from an answer, the feed, a push or a page changes nothing [CHAT-5]. */
export const writeMessage = async (tx: Tx, message: Message): Promise<void> => {
  await tx.objectStore('messages').put(message)
}

/**
 * Updates the conversation of a message that came alone: the server confirmed an own message, or a push had no room for
 * both. The feed may have been faster; then nothing changes.
 * @param unread how many unread messages this adds
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

/** Deletes the messages with an id above `after`, up to `upTo`. @returns them, oldest first */
export const takeMessages = async (
  tx: Tx,
  conversation: string,
  { after: from, upTo: last }: { after: number; upTo: number },
): Promise<Message[]> => {
  if (last <= from) return []
  const range = IDBKeyRange.bound([conversation, from], [conversation, last], true)
  const taken = await tx.objectStore('messages').index('conversation').getAll(range)
  await deleteMessages(tx, range)
  return taken
}

/** Does the same in all conversations, also in one of which only messages are stored. */
export const takeMessagesOfAll = async (
  tx: Tx,
  { after: from, upTo: last }: { after: number; upTo: number },
): Promise<Message[]> => {
  if (last <= from) return []
  const range = IDBKeyRange.bound(from, last, true)
  const taken = await tx.objectStore('messages').getAll(range)
  await tx.objectStore('messages').delete(range)
  return taken
}

/** The id of the newest cached message of all conversations, up to an id; 0 for none. */
export const newestMessage = async (tx: Tx | ReadTx, last = Infinity): Promise<number> =>
  (await tx.objectStore('messages').openKeyCursor(IDBKeyRange.upperBound(last), 'prev'))?.key ?? 0

/** Applies a deletion by the member. Messages that came later form a conversation of their own [CHAT-8]. */
export const removeUpTo = async (tx: Tx, conversation: string, last: number): Promise<void> => {
  const row = await readConversation(tx, conversation)
  if ((row?.chat?.last_message?.id ?? 0) <= last) await removeConversation(tx, conversation)
  else await deleteMessages(tx, upTo(conversation, last))
}

/** Whether these messages are the only ones after `from` and up to `to`. */
export const hasOnly = async (
  tx: Tx,
  conversation: string,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<boolean> => {
  const range = IDBKeyRange.bound([conversation, from], [conversation, to], true)
  const between = await tx.objectStore('messages').index('conversation').getAll(range)
  // A message that is missing here shows that the device has deleted its copies since, so that it cannot know.
  return between.length === ids.length && between.every(({ id }) => ids.includes(id))
}

/** A page of messages, oldest first, and the cursor of the page before it. Null if the page is not cached. */
export type StoredPage = { messages: Message[]; before: number | null }

/** @param before only messages older than this one; undefined for the newest page */
export const readPage = async (
  tx: ReadTx,
  conversation: string,
  before: number | undefined,
): Promise<StoredPage | null> => {
  const history = (await readConversation(tx, conversation))?.history
  if (!history) return null
  const oldest = history.before ?? 1
  if (before !== undefined && before <= oldest) return history.before === null ? { messages: [], before: null } : null
  const newestFirst = await newest(tx, conversation, oldest, before, MESSAGES_PAGE + 1)
  const messages = newestFirst.slice(0, MESSAGES_PAGE).toReversed()
  const [first] = messages
  return { messages, before: newestFirst.length > MESSAGES_PAGE && first ? first.id : history.before }
}

/** The newest cached messages of a conversation, with gaps or not: offline this is better than nothing. */
export const readNewest = async (tx: ReadTx, conversation: string): Promise<Message[]> =>
  (await newest(tx, conversation, 1, undefined, MESSAGES_PAGE)).toReversed()

/**
 * Stores a page of messages from the server.
 * @returns the messages that the server has lost since it gave them: it was put back to an earlier state
 */
export const writePage = async (
  tx: Tx,
  conversation: string,
  asked: number | undefined,
  page: { chat: Chat | null; messages: Message[]; before: number | null; older_hidden: boolean },
): Promise<Message[]> => {
  const row = await readConversation(tx, conversation)
  const history = row?.history ?? null
  // An older page that does not adjoin the cached messages would leave an invisible gap.
  if (asked !== undefined && (history === null || history.before !== asked)) return []
  for (const message of page.messages) await writeMessage(tx, message)
  const joins = asked === undefined && history !== null && !history.gap
  const lost = asked === undefined && !joins ? await dropUnlisted(tx, conversation, page) : []
  // The newest page contains every message that a push announced.
  const expects = asked === undefined ? undefined : row?.expects
  await tx.objectStore('conversations').put({
    conversation,
    ...(expects ? { expects } : {}),
    ...(row?.unlisted ? { unlisted: true } : {}),
    ...(row?.answered ? { answered: row.answered } : {}),
    // The feed keeps the conversation up to date; this answer may be older than the feed.
    chat: row?.chat ?? page.chat,
    history: { ...(joins ? history : { before: page.before, gap: false }), older_hidden: page.older_hidden },
  })
  return lost
}

/** The number of cached messages from the partner after `readUpTo`. */
export const countUnread = async (tx: ReadTx, chat: Chat, readUpTo: number): Promise<number> => {
  if (chat.last_message === null || readUpTo >= chat.last_message.id) return 0
  const index = tx.objectStore('messages').index('conversation')
  const laterMessages = await index.getAll(after(chat.conversation, readUpTo))
  return Math.min(chat.num_unread_messages, laterMessages.filter((message) => message.sender === chat.profile).length)
}

/** A placeholder for a conversation that only this device knows so far. */
export const unbegunChat = (conversation: string, member: number): Chat | null => {
  const profile = partnerIn(conversation, member)
  if (profile === undefined) return null
  return {
    conversation,
    profile,
    num_unread_messages: 0,
    last_message: null,
    delivered_up_to: 0,
    read_up_to: 0,
    my_read_up_to: 0,
    closed: null,
  }
}

/** The reason a member cannot write to somebody, with a queued block or unblock applied [CHAT-9]. */
export const closedReason = (closed: Chat['closed'], block: boolean | undefined): Chat['closed'] => {
  if (block === true) return closed === 'recipient_deleted' ? closed : 'blocking'
  return block === false && closed === 'blocking' ? null : closed
}

/** Newest first [CHAT-1]: by the last message, queued messages included. */
export const byNewest = (one: Chat, other: Chat): number => momentOf(other) - momentOf(one)

const momentOf = (chat: Chat): number =>
  Math.max(chat.last_message?.sent_at ?? 0, chat.waiting?.sent_at ?? 0, chat.incoming_at ?? 0)

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

/**
 * After a break in the feed, messages older than the newest page may have gaps. They are fetched again on demand. Messages among those of the
 * page that the page lacks do not exist any more.
 * @returns the latter
 */
const dropUnlisted = async (
  tx: Tx,
  conversation: string,
  { messages }: { messages: Message[] },
): Promise<Message[]> => {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return []
  await deleteMessages(tx, IDBKeyRange.bound([conversation, 0], [conversation, first.id], false, true))
  const listed = new Set(messages.map(({ id }) => id))
  const range = IDBKeyRange.bound([conversation, first.id], [conversation, last.id])
  const cached = await tx.objectStore('messages').index('conversation').getAll(range)
  const lost = cached.filter(({ id }) => !listed.has(id))
  for (const { id } of lost) await tx.objectStore('messages').delete(id)
  return lost
}

const deleteMessages = async (tx: Tx, range: IDBKeyRange): Promise<void> => {
  const keys = await tx.objectStore('messages').index('conversation').getAllKeys(range)
  for (const key of keys) await tx.objectStore('messages').delete(key)
}

const upTo = (conversation: string, last: number): IDBKeyRange =>
  IDBKeyRange.bound([conversation, 0], [conversation, last])

const after = (conversation: string, id: number): IDBKeyRange =>
  IDBKeyRange.bound([conversation, id], [conversation, Infinity], true, false)
