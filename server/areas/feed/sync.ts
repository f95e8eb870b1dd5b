/** One sync answer: every entity that changed after a seq, once, in its current state. */
import { SYNC_PAGE } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { Deps } from '../../deps.ts'
import { userOf } from '../account/user-view.ts'
import { chatFrom } from '../chat/chat-view.ts'
import { isFictionAnswered } from '../fictional/responder-mode.ts'
import { messageFrom } from '../chat/message-view.ts'
import type { ChatRow, MessageRow } from '../chat/queries.ts'
import { isRemoved, shownSince } from '../chat/shown.ts'
import { cardsOf } from '../find/cards.ts'
import { likeStateOf } from '../likes/like-view.ts'
import type { ChangeKind } from './queries.ts'
import { announce } from './announce.ts'

type Reads = Pick<Deps, 'read' | 'now' | 'settings' | 'env'>
type Needs = Reads & Pick<Deps, 'write'>

/** @returns null if nothing is new */
export const syncFeed = async (deps: Needs, member: number, after: number): Promise<SyncAnswer | null> => {
  const found = await deps.read.feed.page(member, after, SYNC_PAGE + 1)
  if (!found) return null
  const { state: feed, changes } = found
  // A device ahead of the feed knew a database that was restored from a backup since.
  if (after < feed.floor || after > feed.seq) return resetAt(deps, member, feed.seq)
  await acknowledge(deps, member, feed.acked, after)
  const page = changes.slice(0, SYNC_PAGE)
  // The changes were read before the entities: a change in between has a higher seq and is sent again.
  const seq = page.at(-1)?.seq
  if (seq === undefined) return null
  return { ...(await entitiesOf(deps, member, namesIn(page))), seq, more: changes.length > page.length, reset: false }
}

/** A stream carries at most this many changes at once. A device that missed more calls `sync`. */
const NEWS_CHANGES_MAX = 20

/**
 * The same answer for an open stream. It acknowledges nothing, because a write to a stream may never arrive.
 * @returns null if nothing is new, or too much for a stream
 */
export const newsAfter = async (deps: Reads, member: number, after: number): Promise<SyncAnswer | null> => {
  const changes = await deps.read.feed.changesAfter(member, after, NEWS_CHANGES_MAX + 1)
  const seq = changes.at(-1)?.seq
  if (seq === undefined || changes.length > NEWS_CHANGES_MAX) return null
  return { ...(await entitiesOf(deps, member, namesIn(changes))), seq, more: false, reset: false }
}

type Names = Record<ChangeKind, number[]>

const namesIn = (changes: readonly { kind: ChangeKind; entity: number }[]): Names => {
  const of = (kind: ChangeKind) => [...new Set(changes.filter((change) => change.kind === kind).map((c) => c.entity))]
  return { message: of('message'), chat: of('chat'), like: of('like'), user: of('user'), profile: of('profile') }
}

const entitiesOf = async (
  { read, now, settings, env }: Reads,
  member: number,
  names: Names,
): Promise<Omit<SyncAnswer, 'seq' | 'more' | 'reset'>> => {
  const isChatNew = names.chat.length > 0 || names.message.length > 0
  const sides = isChatNew ? await read.chat.chatsById(member, names.chat, names.message) : []
  const messages = await messagesOf(read, names.message, sides)
  const chats = sides.filter((side) => !isRemoved(side))
  const hiddenUpTo = new Map(sides.map((side) => [side.id, side.hiddenUpTo]))
  const since = shownSince({ now, settings })
  const isAnswered = isFictionAnswered({ settings, env })
  const shown = messages.filter(
    ({ id, conversation, sentAt }) => sentAt >= since && id > (hiddenUpTo.get(conversation) ?? 0),
  )
  const likes = names.like.length === 0 ? [] : await read.likes.statesWith(member, names.like)
  // Own messages, from any device, change the credits.
  const isUserNew = names.user.length > 0 || messages.some(({ sender }) => sender === member)
  const named = [...chats.map(({ partner }) => partner), ...names.like, ...names.profile]
  return {
    user: isUserNew ? await userOf(read, member, now(), settings()) : null,
    counts: await read.feed.totals(member),
    messages: shown.map((row) => messageFrom(row, member)),
    chats: chats.map((row) => chatFrom(row, since, isAnswered)),
    removed_chats: sides.filter(isRemoved).map(({ low, high }) => conversationId(low, high)),
    likes: names.like.map((profile) => likeStateOf(profile, likes)),
    profiles: await cardsOf(read, named, member, now(), settings().cdn_prefix),
  }
}

/** A conversation's row has its last message already, and most often that is the new one. */
const messagesOf = async (
  read: Reads['read'],
  ids: readonly number[],
  sides: readonly ChatRow[],
): Promise<MessageRow[]> => {
  const last = new Map(
    sides.flatMap(({ last: row, lastPhoto: photo, low, high }) =>
      row ? [[row.id, { ...row, photo, low, high }]] : [],
    ),
  )
  const others = ids.filter((id) => !last.has(id))
  const rows = others.length === 0 ? [] : await read.chat.messagesById(others)
  return [...ids.flatMap((id) => last.get(id) ?? []), ...rows].toSorted((one, other) => one.id - other.id)
}

const resetAt = async ({ read, now, settings }: Reads, member: number, seq: number): Promise<SyncAnswer> => ({
  seq,
  more: false,
  reset: true,
  user: await userOf(read, member, now(), settings()),
  counts: await read.feed.totals(member),
  messages: [],
  chats: [],
  removed_chats: [],
  likes: [],
  profiles: [],
})

/**
 * A device acknowledges the feed up to a seq, which marks the messages in it as delivered [CHAT-6]. Writes only if messages were newly delivered, or if the mark lies so far back that each check would read many rows.
 * @param seq at most the feed's newest
 */
const acknowledge = async (
  { read, write }: Pick<Deps, 'read' | 'write'>,
  member: number,
  acked: number,
  seq: number,
): Promise<void> => {
  if (seq <= acked) return
  const arrived = await read.feed.arrived(member, acked, seq)
  if (arrived.length === 0 && seq - acked < SYNC_PAGE) return
  await write(
    async (tx) => {
      // Another device may have acknowledged a later change in between.
      const feed = await tx.feed.state(member)
      if (!feed || seq <= feed.acked) return
      for (const { conversation, partner, upTo } of await tx.feed.arrived(member, feed.acked, seq))
        if (await tx.feed.deliver(member, conversation, upTo)) await announce(tx, partner, 'chat', conversation)
      await tx.feed.acknowledge(member, seq)
    },
    [member, ...arrived.map(({ partner }) => partner)],
  )
}
