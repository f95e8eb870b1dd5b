/**
 * The answer of `sync`: every entity that changed after a seq, once, in its current state. Also deletes changes that no
 * device needs any more.
 */
import { SYNC_PAGE } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { Counts } from '#contract/entities/user.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { Deps, Tx } from '../../deps.ts'
import { userOf } from '../account/user-view.ts'
import { chatFrom, messageFrom, isRemoved, shownSince } from '../chat/chat-view.ts'
import { isFictionAnswered } from '../fictional/responder-mode.ts'
import type { BareMessageRow } from '../chat/queries.ts'
import { cardsFrom } from '../find/cards.ts'
import { likeStateFrom } from '../likes/like.ts'
import type { ChangeKind } from './queries.ts'
import { announceChats } from './announce.ts'

type Reads = Pick<Deps, 'read' | 'now' | 'settings' | 'env'>
type Needs = Reads & Pick<Deps, 'write'>

/** @returns null if nothing is new */
export const syncFeed = async (deps: Needs, member: number, after: number): Promise<SyncAnswer | null> => {
  const found = await deps.read.feed.page(member, after, SYNC_PAGE + 1)
  if (!found) return null
  const { state: feed, counts, changes } = found
  // A device ahead of the feed knew a database that was restored from a backup since.
  if (after < feed.floor || after > feed.seq)
    // The page counts nothing where it has no changes.
    return resetAt(deps, member, feed.seq, changes.length > 0 ? counts : await deps.read.feed.totals(member))
  await acknowledge(deps, member, feed.acked, after)
  const page = changes.slice(0, SYNC_PAGE)
  // The changes were read before the entities: a change in between has a higher seq and is sent again.
  const seq = page.at(-1)?.seq
  if (seq === undefined) return null
  return { ...(await entitiesOf(deps, member, page, counts)), seq, more: changes.length > page.length, reset: false }
}

/** A stream carries at most this many changes at once. A device that missed more calls `sync`. */
const NEWS_CHANGES_MAX = 20

/**
 * The same answer for an open stream. It acknowledges nothing, because a write to a stream may never arrive.
 * @returns null if nothing is new, or too much for a stream
 */
export const newsAfter = async (deps: Reads, member: number, after: number): Promise<SyncAnswer | null> => {
  const { changes = [], counts } = (await deps.read.feed.page(member, after, NEWS_CHANGES_MAX + 1)) ?? {}
  const seq = changes.at(-1)?.seq
  if (seq === undefined || !counts || changes.length > NEWS_CHANGES_MAX) return null
  return { ...(await entitiesOf(deps, member, changes, counts)), seq, more: false, reset: false }
}

type Change = { kind: ChangeKind; entity: number; message: BareMessageRow | null }

/** At most three statements: the conversations, the profiles with likes, and the account. */
const entitiesOf = async (
  { read, now, settings, env }: Reads,
  member: number,
  changes: readonly Change[],
  counts: Counts,
): Promise<Omit<SyncAnswer, 'seq' | 'more' | 'reset'>> => {
  const named = (kind: ChangeKind) => [...new Set(changes.filter((one) => one.kind === kind).map((one) => one.entity))]
  const found = new Map(changes.flatMap(({ message }) => (message ? [[message.id, message]] : [])))
  const messages = [...found.values()].toSorted((one, other) => one.id - other.id)

  const changed = [...new Set([...named('chat'), ...messages.map(({ conversation }) => conversation)])]
  const sides = new Map(
    (changed.length > 0 ? await read.chat.chatsById(member, changed) : []).map((side) => [side.id, side]),
  )
  const chats = [...sides.values()].filter((side) => !isRemoved(side))
  const since = shownSince({ now, settings })
  const isAnswered = isFictionAnswered({ settings, env })
  const shown = messages.flatMap((message) => {
    const side = sides.get(message.conversation)
    return side && message.sentAt >= since && message.id > side.hiddenUpTo
      ? [{ ...message, low: side.low, high: side.high }]
      : []
  })

  const liked = named('like')
  const profiles = [...chats.map(({ partner }) => partner), ...liked, ...named('profile')]
  const withLikes = liked.length > 0 ? await read.find.cardsAndLikes(profiles, member) : null
  const likes = new Map(withLikes?.map((row) => [row.id, row]))
  const cards = withLikes ?? (profiles.length > 0 ? await read.find.cards(profiles, member) : [])

  // Own messages, from any device, change the credits.
  const isUserNew = changes.some(({ kind }) => kind === 'user') || messages.some(({ sender }) => sender === member)
  return {
    user: isUserNew ? await userOf(read, member, now(), settings()) : null,
    counts,
    messages: shown.map((row) => messageFrom(row, member)),
    chats: chats.map((row) => chatFrom(row, since, isAnswered)),
    removed_chats: [...sides.values()].filter(isRemoved).map(({ low, high }) => conversationId(low, high)),
    likes: liked.map((id) => likeStateFrom(id, likes.get(id)?.receivedLike, likes.get(id)?.sentLike)),
    profiles: cardsFrom(cards, profiles, member, now(), settings().cdn_prefix),
  }
}

const resetAt = async (
  { read, now, settings }: Reads,
  member: number,
  seq: number,
  counts: Counts,
): Promise<SyncAnswer> => ({
  seq,
  more: false,
  reset: true,
  user: await userOf(read, member, now(), settings()),
  counts,
  messages: [],
  chats: [],
  removed_chats: [],
  likes: [],
  profiles: [],
})

/**
 * A device acknowledges the feed up to a seq, which marks the messages in it as delivered [CHAT-6]. Writes only if messages
 * were newly delivered, or if the mark lies so far back that each check would read many rows.
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
      await announceChats(tx, await tx.feed.deliver(member, arrived))
      await tx.feed.acknowledge(member, seq)
    },
    [member, ...arrived.map(({ partner }) => partner)],
  )
}

/** Changes that are deleted in about five milliseconds. */
const PRUNED_AT_ONCE = 1_000

/**
 * Deletes old changes: those below the newest `keep` that a device has acknowledged. Of a very long feed it deletes a part, and
 * the caller repeats it until the floor stays. Changes that no device has acknowledged stay, because an acknowledgement still
 * marks messages as delivered.
 * @returns the new floor: the oldest seq that a device may ask from
 */
export const pruneFeed = async (tx: Pick<Tx, 'feed'>, member: number, keep: number): Promise<number> => {
  const feed = await tx.feed.state(member)
  if (!feed) return 0
  const floor = Math.min(feed.seq - keep, feed.acked, feed.floor + PRUNED_AT_ONCE)
  if (floor <= feed.floor) return feed.floor
  await tx.feed.forgetUpTo(member, floor)
  return floor
}
