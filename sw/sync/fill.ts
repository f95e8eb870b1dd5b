/**
 * Stores the lists, the first time and after a break in the feed: the first page of each, then the other pages one by one.
 * Only delivered writes leave the outbox. Then fetches the newest messages.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import type { Topic } from '#contract/device.ts'
import { RESTORE_JUMP } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { photoCacheName } from '../photos/budget.ts'
import { photoPath } from '../photos/photos.ts'
import type { Ports } from '../ports.ts'
import {
  readConversation,
  readNewestConversations,
  removeConversation,
  takeMessages,
  takeMessagesOfAll,
  writeChat,
  byNewest,
} from '../store/conversations.ts'
import { readLike, replaceLikes, statesOf, writeLike } from '../store/likes.ts'
import { changeMe, fillMe, readMe, recordPages } from '../store/me.ts'
import type { ListPages, Me, Tx } from '../store/member-db.ts'
import { addLostWrite, addOutboxRow, outboxIn, readOutbox, readOutboxRow } from '../store/outbox-rows.ts'
import { writeCards } from '../store/profiles.ts'
import type { MemberSession } from '../store/session.ts'
import { queuedBlocks } from '../writes/overlays.ts'
import { nameDelivered } from '../writes/photos.ts'
import type { Write } from '../writes/table.ts'
import { inParallel } from '../in-parallel.ts'
import type { Server } from '../server-api.ts'
import { FEED_STORES, PAGE_STORES, receivePage, refuseLost } from './apply.ts'

export type Lists = { user: User; chats: CallAnswer<'chats.get'>; likes: CallAnswer<'likes.get'> }

/** Whether the server went back to a backup: its feed is shorter than the device knows it, or began anew above all that a device can know. */
const wasPutBack = ({ filled, seq }: Me, found: number): boolean =>
  filled && (found < seq || found - seq >= RESTORE_JUMP / 2)

/** A photo of the member that the server has lost, with the picture that the device has cached. */
export type LostPhoto = { client_id: string; private: boolean; bytes: ArrayBuffer; type: string }

/** A block that the server has lost, with the id of the write that repeats it. */
export type LostBlock = { id: string; profile: number }

/** Finds the own photos that lists after a restore lack. Of a photo that this device never showed there is no picture. */
export const findLostPhotos = async (
  session: MemberSession,
  { caches, newId }: Pick<Ports, 'caches' | 'newId'>,
  { user, chats }: Pick<Lists, 'user' | 'chats'>,
): Promise<LostPhoto[]> => {
  const me = await session.read(['meta'], readMe)
  if (!wasPutBack(me, chats.seq)) return []
  const listed = new Set(user.profile.photos.map(({ id }) => id))
  const lost = (me.user?.profile.photos ?? []).filter(({ id, status }) => status !== 'rejected' && !listed.has(id))
  const cache = await caches().open(photoCacheName(session.member))
  const found = lost.map(async ({ id, client_id, private: isPrivate }): Promise<LostPhoto[]> => {
    const picture = (await cache.match(photoPath(id, 'full'))) ?? (await cache.match(photoPath(id, 'card')))
    if (!picture) return []
    const { type } = await picture.clone().blob()
    return [{ client_id: client_id ?? newId(), private: isPrivate, bytes: await picture.arrayBuffer(), type }]
  })
  return (await Promise.all(found)).flat()
}

/**
 * Finds whom the member has blocked, as this device knows it, if the server was put back. The feed keeps the blocks of conversations
 * current.
 */
export const findBlocked = (session: MemberSession, { seq }: Pick<Lists['chats'], 'seq'>): Promise<Set<number>> =>
  session.read(['meta', 'profiles', 'lists', 'conversations'], async (tx) => {
    const blocked = new Set<number>()
    if (!wasPutBack(await readMe(tx), seq)) return blocked
    for (const { profile } of (await tx.objectStore('lists').get('blocks'))?.blocks ?? []) blocked.add(profile.id)
    for (const { id, card, full } of await tx.objectStore('profiles').getAll())
      if (!card.exists) blocked.delete(id)
      else if (full?.blocked) blocked.add(id)
    for (const { chat } of await tx.objectStore('conversations').getAll())
      if (chat?.closed === 'blocking') blocked.add(chat.profile)
      else if (chat) blocked.delete(chat.profile)
    return blocked
  })

/**
 * @param known the newest message on this device when it asked for the lists, 0 for none; `before`: the newest from before a restore;
 *   `blocks`: whom the member had blocked before the server lost it
 * @returns the topics that changed beside the lists
 */
export const applyFill = (
  session: MemberSession,
  { user, chats, likes }: Lists,
  {
    known,
    before,
    photos = [],
    blocks = [],
    now,
  }: { known: number; before: number; photos?: readonly LostPhoto[]; blocks?: readonly LostBlock[]; now: number },
): Promise<Topic[]> =>
  session.write(FEED_STORES, async (tx) => {
    await writeCards(tx, [...chats.profiles, ...likes.profiles], now)
    await replaceLikes(tx, statesOf(likes))
    const listed = new Set(chats.chats.map((chat) => chat.conversation))
    // Messages that pushes announced before may not exist any more.
    const isBack = wasPutBack(await readMe(tx), chats.seq)
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
    const lost = isBack ? await takeMessagesOfAll(tx, { after: chats.kept ?? before, upTo: before }) : []
    for (const chat of chats.chats) {
      await writeChat(tx, chat)
      lost.push(...(await takeLost(tx, chat, known)))
    }
    await refuseLost(tx, lost, session.member)
    const pages = { chats: chats.next ?? null, likes: likes.next ?? null, known }
    if (!chats.next) await removeUnlisted(tx)
    // The lists may be newer than their `seq`. The feed then repeats some changes, which is harmless.
    await fillMe(tx, {
      user,
      counts: chats.counts,
      seq: chats.seq,
      synced_at: now,
      newest_message: Math.max(before, ...chats.chats.map(({ last_message }) => last_message?.id ?? 0)),
      pages,
    })
    await nameDelivered(outboxIn(tx), user.profile.photos)
    for (const photo of photos) await refusePhoto(tx, photo, now)
    await blockAgain(tx, blocks, { member: session.member, now })
    if (isBack) await changeMe(tx, { put_back: true })
    const changed = new Set(lost.map(({ conversation }) => conversation))
    return isBack || lost.length > 0 ? ['device', ...[...changed].map((one) => `messages:${one}` as const)] : []
  })

/** Nobody shall meet again whom they have blocked [CHAT-9]. A block or an unblock that waits is newer. */
const blockAgain = async (
  tx: Tx,
  blocks: readonly LostBlock[],
  { member, now }: { member: number; now: number },
): Promise<void> => {
  const queued = queuedBlocks(await readOutbox(tx))
  for (const { id, profile } of blocks) {
    const write: Write = { kind: 'blocks.put', profile, conversation: conversationId(member, profile) }
    if (!queued.has(profile)) await addOutboxRow(tx, { id, written_at: now, write })
  }
}

/** A lost photo becomes a refused upload, which the member can send again or discard [PWA-3]. */
const refusePhoto = async (tx: Tx, { client_id, bytes, type, private: isPrivate }: LostPhoto, now: number) => {
  if (await readOutboxRow(tx, client_id)) return
  await tx.objectStore('blobs').put({ client_id, bytes, type })
  const write: Write = { kind: 'photos.add', client_id, private: isPrivate }
  await addLostWrite(tx, { id: client_id, written_at: now, write }, 'photo_lost')
}

/**
 * Deletes the messages of a conversation that the server has lost: the device had them before it asked, and the list ends before them. A server
 * that says up to which message it has lost none leaves nothing to find here.
 */
const takeLost = async (tx: Tx, { conversation, last_message: last }: Chat, known: number): Promise<Message[]> =>
  // The last message may be too old to be shown [CHAT-10].
  last ? takeMessages(tx, conversation, { after: last.id, upTo: known }) : []

/** Deletes the conversations that no page of the list has named: the member has deleted them elsewhere [CHAT-8], or the server has lost them. */
const removeUnlisted = async (tx: Tx): Promise<void> => {
  for (const { conversation, unlisted } of await tx.objectStore('conversations').getAll())
    if (unlisted) await removeConversation(tx, conversation)
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
    const added = new Set(
      list === 'chats' ? await addChats(tx, page, asked.pages, session.member) : await addLikes(tx, page),
    )
    await writeCards(
      tx,
      page.profiles.filter(({ id }) => added.has(id)),
      now,
    )
    await recordPages(tx, { ...pages, [list]: page.next ?? null })
    return true
  })

/** @returns the profiles of the added chats */
const addChats = async (
  tx: Tx,
  { chats, next }: CallAnswer<'chats.get'>,
  pages: ListPages,
  member: number,
): Promise<number[]> => {
  const added: number[] = []
  for (const chat of chats) {
    const row = await readConversation(tx, chat.conversation)
    if (row?.chat && !row.unlisted) continue
    await writeChat(tx, chat)
    await refuseLost(tx, await takeLost(tx, chat, pages.known ?? 0), member)
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
  const rows = await session.read(['conversations'], (tx) => readNewestConversations(tx, CONVERSATIONS))
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
