/**
 * Reads the answers of `user.get`, `chats.get`, `likes.get` and `messages.list` from the device, each in one
 * transaction.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { Counts } from '#contract/entities/user.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { MessagePrices } from '#contract/rules/message-cost.ts'
import {
  queuedBlocks,
  queuedDeletions,
  queuedReadMarks,
  seenLikes,
  shownLikes,
  shownUser,
  waitingMessages,
} from '../writes/overlays.ts'
import {
  byNewest,
  closedReason,
  countUnread,
  incomingAt,
  readConversation,
  readNewest,
  readNewestConversations,
  readPage,
  unbegunChat,
} from './conversations.ts'
import { readMe } from './me.ts'
import type { ConversationRow, Me, ReadTx, StoreName } from './member-db.ts'
import { readOutbox, type OutboxRow } from './outbox-rows.ts'
import { readCards, readProfile } from './profiles.ts'
import { afterSpending, newConversations } from './spending.ts'
import type { DeviceSession, MemberSession } from './session.ts'

export const VIEW_STORES: StoreName[] = ['meta', 'outbox', 'conversations', 'messages', 'likes', 'profiles']

/** An answer from the device; `cachedAt`: when it was last known to be fresh, in milliseconds. */
export type StoredAnswer<Data> = { data: Data; cachedAt: number }

/** @param prices the prices of messages; null if the device does not know them yet */
export const showSession = (
  session: MemberSession,
  prices: MessagePrices | null,
): Promise<StoredAnswer<CallAnswer<'user.get'>> | null> =>
  session.read(VIEW_STORES, async (tx) => {
    const me = await readMe(tx)
    if (!me.user) return null
    const outbox = await readOutbox(tx)
    const begins = await newConversations(tx, session.member, outbox)
    const user = afterSpending(shownUser(me.user, outbox), outbox, { prices, begins })
    return { data: { user, counts: await shownCounts(tx, me) }, cachedAt: me.synced_at }
  })

/** The member's language, or the one that they chose here and that is not sent yet; null if the account is not stored. */
export const readLanguage = (session: DeviceSession): Promise<Locale | null> =>
  session.read(['meta', 'outbox'], async (tx) => {
    const { user } = await readMe(tx)
    return user && shownUser(user, await readOutbox(tx)).language
  })

/** The counts for the badge. */
export const readCounts = (session: MemberSession): Promise<Counts> =>
  session.read(VIEW_STORES, async (tx) => shownCounts(tx, await readMe(tx)))

/** The entries of a list from one place to another. */
export type ListPart = { from: number; most: number }

const FIRST_PAGE: ListPart = { from: 0, most: LIST_PAGE }

/**
 * A page repeats so many entries of the one before. Entries that arrive push others from the first page into the next one, which a screen
 * loads again a little later: without the overlap they would vanish for that time.
 */
export const PAGE_OVERLAP = 20

/** The cursor of the next page, or null if the device has no more entries and expects none. */
const cursorAfter = ({ from, most }: ListPart, lengths: readonly number[], expected: string | null | undefined) =>
  Math.max(...lengths) > from + most || typeof expected === 'string' ? String(from + most - PAGE_OVERLAP) : null

/** @param since messages older than this moment are not shown [CHAT-10] */
export const showChats = (
  session: MemberSession,
  since: number,
  part: ListPart = FIRST_PAGE,
): Promise<StoredAnswer<CallAnswer<'chats.get'>> | null> =>
  session.read(VIEW_STORES, async (tx) => {
    const me = await readMe(tx)
    if (!me.filled) return null
    const outbox = await readOutbox(tx)
    const waiting = new Map(waitingMessages(outbox, session.member).map((message) => [message.conversation, message]))
    const deletions = queuedDeletions(outbox)
    const rows = await readRows(tx, [...waiting.keys()], part.from + part.most + deletions.size)
    const incoming = new Map(rows.map((row) => [row.conversation, incomingAt(row, me)]))
    const all = rows
      .map((row) => row.chat ?? (incoming.get(row.conversation) ? unbegunChat(row.conversation, session.member) : null))
      .filter((chat) => chat !== null)
    const begun = new Set(all.map((chat) => chat.conversation))
    const known = all.filter(({ conversation, last_message }) => {
      const deletion = deletions.get(conversation)
      // A deleted conversation is shown again when something newer arrives [CHAT-8].
      return (
        !deletion || (last_message?.id ?? 0) > deletion.up_to || waiting.has(conversation) || incoming.get(conversation)
      )
    })
    const blocks = queuedBlocks(outbox)
    const unbegun = [...waiting.keys()]
      .filter((conversation) => !begun.has(conversation))
      .map((conversation) => unbegunChat(conversation, session.member))
      .filter((chat) => chat !== null)
    const ordered = [...known, ...unbegun]
      .map((chat): Chat => {
        const { conversation, last_message: last } = chat
        const isGone = !last || last.sent_at < since || last.id <= (deletions.get(conversation)?.up_to ?? 0)
        const incoming_at = incoming.get(conversation) ?? null
        return {
          ...chat,
          ...(incoming_at === null ? {} : { incoming_at }),
          last_message: isGone ? null : last,
          waiting: waiting.get(conversation) ?? null,
        }
      })
      .toSorted(byNewest)
    const marks = queuedReadMarks(outbox)
    const chats = await Promise.all(
      partOf(ordered, part).map(async (chat): Promise<Chat> => {
        const marked = await withReadMark(tx, chat, marks)
        const unread = marked.num_unread_messages
        return {
          ...marked,
          // A message announced by a push counts as unread.
          num_unread_messages: chat.incoming_at == null ? unread : Math.max(1, unread),
          closed: closedReason(chat.closed, blocks.get(chat.profile)),
        }
      }),
    )
    const profiles = await readCards(
      tx,
      chats.map((chat) => chat.profile),
    )
    const counts = await shownCounts(tx, me)
    const next = cursorAfter(part, [ordered.length], me.pages?.chats)
    return { data: { chats, profiles, counts, seq: me.seq, next }, cachedAt: me.synced_at }
  })

/** The rows of the first conversations of the list, and a row more if there are more: those with the newest messages, expected or queued ones. */
const readRows = async (tx: ReadTx, waiting: readonly string[], most: number): Promise<ConversationRow[]> => {
  const newest = await readNewestConversations(tx, most + 1)
  const expecting = await tx.objectStore('conversations').index('expects').getAll()
  const written = await Promise.all(waiting.map((conversation) => readConversation(tx, conversation)))
  const rows = [...newest, ...expecting, ...written.filter((row) => row !== undefined)]
  return [...new Map(rows.map((row) => [row.conversation, row])).values()]
}

export const showLikes = (
  session: MemberSession,
  part: ListPart = FIRST_PAGE,
): Promise<StoredAnswer<CallAnswer<'likes.get'>> | null> =>
  session.read(VIEW_STORES, async (tx) => {
    const me = await readMe(tx)
    if (!me.filled) return null
    const outbox = await readOutbox(tx)
    const blocks = queuedBlocks(outbox)
    // The server removes the likes of a blocked profile as well [CHAT-9].
    const likes = shownLikes(await tx.objectStore('likes').getAll(), outbox).filter(
      ({ profile }) => !blocks.get(profile),
    )
    const liked_by = likes
      .flatMap(({ profile, received }) => (received ? [{ id: profile, ...received }] : []))
      // New ones first [LIKE-1].
      .toSorted((one, other) => Number(other.like_new) - Number(one.like_new) || other.at - one.at)
    const sent = likes.flatMap(({ profile, sent, received, waiting }) =>
      sent ? [{ id: profile, at: sent.at, match: received && Math.max(sent.at, received.at), waiting }] : [],
    )
    const liked = sent.map(({ id, at, waiting }) => ({ id, at, waiting })).toSorted(byMoment)
    const matches = sent
      .flatMap(({ id, match, waiting }) => (match === null ? [] : [{ id, at: match, waiting }]))
      .toSorted(byMoment)
    const page = {
      liked_by: partOf(liked_by, part),
      liked: partOf(liked, part),
      matches: partOf(matches, part),
    }
    const profiles = await readCards(
      tx,
      Object.values(page).flatMap((entries) => entries.map(({ id }) => id)),
    )
    const lists = [liked_by, liked, matches]
    const next = cursorAfter(
      part,
      lists.map(({ length }) => length),
      me.pages?.likes,
    )
    const end = part.from + part.most
    const later = {
      liked_by: Math.max(0, liked_by.length - end),
      liked: Math.max(0, liked.length - end),
      matches: Math.max(0, matches.length - end),
      mine: liked.slice(end).map(({ id }) => id),
      unseen: liked_by
        .slice(end)
        .filter(({ like_new }) => like_new)
        .map(({ id }) => id),
      complete: typeof me.pages?.likes !== 'string',
    }
    const isPart = part.from === 0 && lists.some(({ length }) => length > end)
    return { data: { profiles, ...page, next, ...(isPart ? { later } : {}) }, cachedAt: me.synced_at }
  })

/** @returns null if the page is not completely stored */
export const showMessages = (
  session: MemberSession,
  conversation: string,
  before: number | undefined,
  since: number,
): Promise<StoredAnswer<CallAnswer<'messages.list'>> | null> =>
  session.read(VIEW_STORES, async (tx) => {
    const page = await readPage(tx, conversation, before)
    return page && showPage(tx, session, conversation, page, since)
  })

/** The stored messages of a conversation, with gaps or not, for use without a network. */
export const showAnyMessages = (
  session: MemberSession,
  conversation: string,
  since: number,
): Promise<StoredAnswer<CallAnswer<'messages.list'>> | null> =>
  session.read(VIEW_STORES, async (tx) =>
    showPage(tx, session, conversation, { messages: await readNewest(tx, conversation), before: null }, since),
  )

/**
 * Whether the device still shows these messages as they are: none was changed, withdrawn, deleted, or is about to be.
 * @param since older messages are hidden
 */
export const hasUnchanged = (session: MemberSession, messages: readonly Message[], since: number): Promise<boolean> =>
  session.read(VIEW_STORES, async (tx) => {
    const deletions = queuedDeletions(await readOutbox(tx))
    for (const message of messages) {
      const deleted = deletions.get(message.conversation)?.up_to ?? 0
      if (message.id <= deleted || message.sent_at < since) return false
      const stored = await tx.objectStore('messages').get(message.id)
      if (JSON.stringify(stored) !== JSON.stringify(message)) return false
    }
    return true
  })

const showPage = async (
  tx: ReadTx,
  session: MemberSession,
  conversation: string,
  page: Pick<CallAnswer<'messages.list'>, 'messages' | 'before'>,
  since: number,
): Promise<StoredAnswer<CallAnswer<'messages.list'>> | null> => {
  const partner = partnerIn(conversation, session.member)
  const profile = partner === undefined ? undefined : await readProfile(tx, partner)
  if (!profile) return null
  const outbox = await readOutbox(tx)
  const row = await readConversation(tx, conversation)
  const chat = row?.chat && (await withReadMark(tx, row.chat, queuedReadMarks(outbox)))
  const deleted = queuedDeletions(outbox).get(conversation)?.up_to ?? 0
  const undeleted = page.messages.filter(({ id }) => id > deleted)
  const messages = undeleted.filter(({ sent_at }) => sent_at >= since)
  const older_hidden = messages.length < undeleted.length || (deleted === 0 && row?.history?.older_hidden === true)
  const waiting = waitingMessages(outbox, session.member).filter((message) => message.conversation === conversation)
  const me = await readMe(tx)
  return {
    data: {
      chat: chat ? { ...chat, closed: closedReason(chat.closed, queuedBlocks(outbox).get(chat.profile)) } : null,
      profile: profile.card,
      messages,
      // All messages before this page are deleted or too old.
      before: messages.length < page.messages.length ? null : page.before,
      older_hidden,
      waiting,
      incoming_at: incomingAt(row, me),
    },
    cachedAt: me.synced_at,
  }
}

/** A conversation with the queued read mark applied. */
export const readMarkedChat = async (tx: ReadTx, conversation: string): Promise<Chat | null> => {
  const chat = (await readConversation(tx, conversation))?.chat
  return chat ? withReadMark(tx, chat, queuedReadMarks(await readOutbox(tx))) : null
}

/** Whether the member has not looked at this profile's like yet. */
export const isNewLike = async (tx: ReadTx, profile: number, outbox: readonly OutboxRow[]): Promise<boolean> =>
  !seenLikes(outbox).has(profile) && (await tx.objectStore('likes').get(profile))?.received?.like_new === true

const partOf = <Entry>(entries: readonly Entry[], { from, most }: ListPart): Entry[] => entries.slice(from, from + most)

/** @param marks the queued read marks */
const withReadMark = async (tx: ReadTx, chat: Chat, marks: ReadonlyMap<string, number>): Promise<Chat> => {
  const mark = marks.get(chat.conversation) ?? 0
  if (mark <= chat.my_read_up_to) return chat
  return { ...chat, num_unread_messages: await countUnread(tx, chat, mark), my_read_up_to: mark }
}

/** The server's totals, less the queued read marks and seen likes [PWA-8]. */
export const shownCounts = async (tx: ReadTx, { counts }: Me): Promise<Counts> => {
  const outbox = await readOutbox(tx)
  const marks = queuedReadMarks(outbox)
  let lessUnread = 0
  for (const conversation of marks.keys()) {
    const chat = (await readConversation(tx, conversation))?.chat
    if (chat) lessUnread += chat.num_unread_messages - (await withReadMark(tx, chat, marks)).num_unread_messages
  }
  const states = await Promise.all([...seenLikes(outbox)].map((profile) => tx.objectStore('likes').get(profile)))
  const lessNew = states.filter((like) => like?.received?.like_new).length
  return {
    unread_messages: Math.max(0, counts.unread_messages - lessUnread),
    new_likes: Math.max(0, counts.new_likes - lessNew),
  }
}

const byMoment = (one: { at: number }, other: { at: number }): number => other.at - one.at
