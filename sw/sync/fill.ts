/**
 * Stores the lists, the first time and after a break in the feed: the first page of each, then the other pages one by one.
 * Only delivered writes leave the outbox. Then fetches the newest messages.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { readConversation, removeConversation, takeMessages, writeChat, byNewest } from '../store/conversations.ts'
import { readLike, replaceLikes, statesOf, writeLike } from '../store/likes.ts'
import { fillMe, readMe, recordPages } from '../store/me.ts'
import type { ListPages, Tx } from '../store/member-db.ts'
import { outboxIn } from '../store/outbox-rows.ts'
import { writeCards } from '../store/profiles.ts'
import type { MemberSession } from '../store/session.ts'
import { nameDelivered } from '../writes/photos.ts'
import { inParallel } from '../in-parallel.ts'
import type { Server } from '../server-api.ts'
import { FEED_STORES, PAGE_STORES, receivePage, refuseLost } from './apply.ts'

export type Lists = { user: User; chats: CallAnswer<'chats.get'>; likes: CallAnswer<'likes.get'> }

/**
 * @param known the newest message on this device when it asked for the lists, 0 for none
 * @returns the conversations of which the server has lost messages
 */
export const applyFill = (
  session: MemberSession,
  { user, chats, likes }: Lists,
  { known, now }: { known: number; now: number },
): Promise<string[]> =>
  session.write(FEED_STORES, async (tx) => {
    await writeCards(tx, [...chats.profiles, ...likes.profiles], now)
    await replaceLikes(tx, statesOf(likes))
    const listed = new Set(chats.chats.map((chat) => chat.conversation))
    // The server went back to a backup, so messages that its pushes announced before may not exist any more.
    const isBack = chats.seq < (await readMe(tx)).seq
    for (const { expects, answered: _, ...row } of await tx.objectStore('conversations').getAll()) {
      // Stored histories may lack messages that came in between.
      const history = row.history && { ...row.history, gap: true }
      const isListed = listed.has(row.conversation)
      await tx.objectStore('conversations').put({
        ...row,
        history,
        ...(expects && !isBack ? { expects } : {}),
        ...(isListed ? {} : { unlisted: true as const }),
      })
    }
    const lost: string[] = []
    for (const chat of chats.chats) {
      await writeChat(tx, chat)
      if (await dropLost(tx, chat, known, session.member)) lost.push(chat.conversation)
    }
    if (!chats.next) await removeUnlisted(tx)
    // The lists may be newer than their `seq`. The feed then repeats some changes, which is harmless.
    await fillMe(tx, {
      user,
      counts: chats.counts,
      seq: chats.seq,
      synced_at: now,
      pages: { chats: chats.next ?? null, likes: likes.next ?? null, known },
    })
    await nameDelivered(outboxIn(tx), user.profile.photos)
    return lost
  })

/**
 * Deletes the messages that the server has lost: it was put back to an earlier state. The device had them before it asked, and the list ends
 * before them.
 * @returns whether there were any
 */
const dropLost = async (tx: Tx, chat: Chat, known: number, member: number): Promise<boolean> => {
  // The last message may be too old to be shown [CHAT-10].
  if (!chat.last_message) return false
  const lost = await takeMessages(tx, chat.conversation, { after: chat.last_message.id, upTo: known })
  await refuseLost(tx, lost, member)
  return lost.length > 0
}

/** Deletes the conversations that no page of the list has named [CHAT-8]. */
const removeUnlisted = async (tx: Tx): Promise<void> => {
  for (const row of await tx.objectStore('conversations').getAll())
    if (row.unlisted) await removeConversation(tx, row.conversation)
}

export type ListPage =
  | { list: 'chats'; page: CallAnswer<'chats.get'> }
  | { list: 'likes'; page: CallAnswer<'likes.get'> }

/**
 * Stores a page after the first. Rows that the device has are newer: the feed, or another page, brought them.
 * @param asked the pages and the `seq` at the time of the request
 * @returns false if the feed has moved on since the request: then the page may be older than the stored state
 */
export const applyPage = (
  session: MemberSession,
  { list, page }: ListPage,
  asked: { pages: ListPages; seq: number },
  now: number,
): Promise<boolean> =>
  session.write(['meta', 'conversations', 'messages', 'likes', 'profiles', 'outbox'], async (tx) => {
    const { pages, seq } = await readMe(tx)
    if (seq !== asked.seq || pages?.[list] !== asked.pages[list]) return false
    const { known = 0 } = asked.pages
    const added = new Set(
      list === 'chats' ? await addChats(tx, page, { known, member: session.member }) : await addLikes(tx, page),
    )
    await writeCards(
      tx,
      page.profiles.filter(({ id }) => added.has(id)),
      now,
    )
    await recordPages(tx, { ...asked.pages, [list]: page.next ?? null })
    return true
  })

/** @returns the profiles of the added chats */
const addChats = async (
  tx: Tx,
  { chats, next }: CallAnswer<'chats.get'>,
  { known, member }: { known: number; member: number },
): Promise<number[]> => {
  const added: number[] = []
  for (const chat of chats) {
    const row = await readConversation(tx, chat.conversation)
    if (row?.chat && !row.unlisted) continue
    await writeChat(tx, chat)
    await dropLost(tx, chat, known, member)
    added.push(chat.profile)
  }
  if (!next) await removeUnlisted(tx)
  return added
}

/** @returns the profiles of the added likes */
const addLikes = async (tx: Tx, page: CallAnswer<'likes.get'>): Promise<number[]> => {
  const added: number[] = []
  for (const like of statesOf(page)) {
    if (await readLike(tx, like.profile)) continue
    await writeLike(tx, like)
    added.push(like.profile)
  }
  return added
}

const CONVERSATIONS = 20
const AT_ONCE = 3

/**
 * Fetches the newest page of the newest conversations, so that they open offline even if nobody opened them here
 * [PWA-1]. Continues after an interruption.
 * @returns the conversations that were fetched, and their messages
 */
export const backfill = async (
  session: MemberSession,
  server: Server,
  now: () => number,
): Promise<{ conversations: string[]; messages: Message[] }> => {
  const rows = await session.read(['conversations'], (tx) => tx.objectStore('conversations').getAll())
  const missing = rows
    .flatMap(({ chat, history }) => (chat ? [{ chat, isStored: history !== null && !history.gap }] : []))
    .toSorted((one, other) => byNewest(one.chat, other.chat))
    .slice(0, CONVERSATIONS)
    .filter(({ isStored }) => !isStored)
    .map(({ chat }) => chat.conversation)
  const filled = { conversations: new Array<string>(), messages: new Array<Message>() }
  await inParallel(missing, AT_ONCE, async (conversation) => {
    const answer = await server.ask(session, 'messages.list', { params: { conversation } })
    if (!answer.ok || !answer.data) return
    const page = answer.data
    await session.write(PAGE_STORES, (tx) =>
      receivePage(tx, conversation, undefined, page, { member: session.member, now: now() }),
    )
    filled.conversations.push(conversation)
    filled.messages.push(...page.messages)
  })
  return filled
}
