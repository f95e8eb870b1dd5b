/** Notifies a member's devices of changes. */
import type { Deps, Tx } from '../../deps.ts'
import type { JobPayload } from '../../jobs/kinds.ts'
import type { ChangeKind } from './queries.ts'

/**
 * Appends a change to a member's feed. Open streams get a hint after the commit.
 * @param entity message id, internal conversation id, the other profile's id, or 0 for `user`. A `message` also covers
 *   its conversation and the sender's credits, so these need no further change.
 */
export const announce = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  member: number,
  kind: ChangeKind,
  entity: number,
): Promise<void> => {
  tx.changed(member, await tx.feed.append(member, kind, entity))
}

/** Announces a message or a conversation to both of its members. */
export const announceToBoth = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  members: readonly [number, number],
  kind: 'message' | 'chat',
  entity: number,
): Promise<void> => {
  const [one, other] = await tx.feed.appendBoth(members, kind, entity)
  tx.changed(members[0], one)
  tx.changed(members[1], other)
}

/** Announces a conversation to the partner of each. */
export const announceChats = async (
  tx: Pick<Tx, 'feed' | 'changed'>,
  chats: readonly { partner: number; conversation: number }[],
): Promise<void> => {
  await announceEach(
    tx,
    chats.map(({ partner, conversation }) => ({ member: partner, kind: 'chat', entity: conversation })),
  )
}

type Entry = { member: number; kind: ChangeKind; entity: number }

const announceEach = async (tx: Pick<Tx, 'feed' | 'changed'>, entries: readonly Entry[]): Promise<void> => {
  for (const { member, seq } of await tx.feed.appendEach(entries)) tx.changed(member, seq)
}

/** `status`: others see more or less of the member, or nothing · `card`: another name, place or photo */
type Circle = JobPayload<'circle.announce'>
type CircleTx = Pick<Tx, 'feed' | 'chat' | 'likes' | 'jobs' | 'changed'>

/**
 * Call this after a member was confirmed, restricted or deleted: notifies the member and everyone with a conversation or a like.
 * @param held the `circleOf` the member that the write has named; without it the others hear of the change by a job
 */
export const announceStatus = (tx: CircleTx, member: number, at: number, held?: readonly number[]): Promise<void> =>
  announceAround(tx, member, 'status', at, held)

/**
 * Call this after a change to a member's card: notifies the member and everyone with a conversation or a like. A block stops this in
 both directions [CHAT-9]; the end of the block sends the card again.
 * @param held the `circleOf` the member that the write has named; without it the others hear of the change by a job
 */
export const announceCard = (tx: CircleTx, member: number, at: number, held?: readonly number[]): Promise<void> =>
  announceAround(tx, member, 'card', at, held)

/**
 * Announces to the beginning of each list at once, and by a job to the other members of it, so that a write of a member
 * with thousands of partners or likes does not delay everybody else's writes. Further changes until the job begins need
 * no job of their own: a script that changes a profile all the time does not delay everybody else's announcements [SAFE-6].
 */
const announceAround = async (
  tx: CircleTx,
  member: number,
  change: Circle['change'],
  at: number,
  held: readonly number[] = [member],
): Promise<void> => {
  const announced = new Set<number>()
  const entries: Entry[] = [{ member, kind: 'user', entity: 0 }]
  for (const list of CIRCLE_LISTS) {
    const first = { member, change, list, after: [0, 0] } satisfies Circle
    const { page, next } = await entriesOf(tx, first, FIRST_PAGE, announced)
    const named = page.filter((entry) => held.includes(entry.member))
    entries.push(...named)
    // Whoever came since the write named its members is not locked, so the job begins with the first page.
    const isNewcomer = named.length < page.length
    const after = isNewcomer ? first.after : next
    if (!after) continue
    const uniqueKey = `circle.announce:${member}:${change}:${list}${isNewcomer ? ':all' : ''}`
    await tx.jobs.add({ kind: 'circle.announce', payload: { member, change, list, after }, uniqueKey }, at)
  }
  // All of them at once and last: every other write of these members waits until this one is committed.
  await announceEach(tx, entries)
}

/**
 * The members that `announceStatus` and `announceCard` announce to at once, if the write has named them. A write that locked them one after the
 * other would meet their messages, which lock the same members in the order of their ids: PostgreSQL lets both wait for a second, and
 * everybody behind them, and then ends one.
 */
export const circleOf = async (read: Pick<CircleTx, 'chat' | 'likes'>, member: number): Promise<number[]> => {
  const pages = await Promise.all(CIRCLE_LISTS.map((list) => pageOf(read, list, member, [0, 0], FIRST_PAGE)))
  return [...new Set([member, ...pages.flat().map(({ other }) => other)])]
}

/** Writes with the `circleOf` a member named, which `body` gets as well. */
export const writeAround = async <Result>(
  { read, write }: Pick<Deps, 'read' | 'write'>,
  member: number,
  body: (tx: Tx, held: readonly number[]) => Promise<Result>,
): Promise<Result> => {
  const held = await circleOf(read, member)
  return write((tx) => body(tx, held), held)
}

/** Between two pages other writes have their turn. */
const PAUSE_MS = 10

/** The job that announces to the remaining members of a list. A repeat announces once more, which does no harm. */
export const announceToRemaining =
  ({ read, write, pause }: Pick<Deps, 'read' | 'write' | 'pause'>) =>
  async ({ after: first, ...rest }: Circle, job: number): Promise<void> => {
    // A change from here on comes too late for the first pages, so it needs a job of its own.
    await write((tx) => tx.jobs.freeKey(job))
    for (let after: Circle['after'] | null = first; after;) {
      const { page, next } = await entriesOf(read, { ...rest, after }, PAGE, new Set())
      if (page.length > 0)
        await write(
          (tx) => announceEach(tx, page),
          page.map(({ member }) => member),
        )
      after = next
      await pause(PAUSE_MS)
    }
  }

/** One page is written in about 10 ms. The first pages of the three lists share a write with the change itself. */
const PAGE = 100
const FIRST_PAGE = 30

const CIRCLE_LISTS = ['partners', 'liked', 'likers'] as const satisfies Circle['list'][]

/** @returns the announcements of a page, and where the next page begins: null after the last one */
const entriesOf = async (
  tx: Pick<CircleTx, 'chat' | 'likes'>,
  { member, change, list, after }: Circle,
  limit: number,
  /** Members of earlier lists, who need no second announcement. */
  announced: Set<number>,
): Promise<{ page: Entry[]; next: Circle['after'] | null }> => {
  const places = await pageOf(tx, list, member, after, limit)
  // Members who block each other do not get the new card, but they must learn of an end.
  const apart = new Set(change === 'card' ? await tx.likes.blocksAround(member) : [])
  const page = places.flatMap(({ other, conversation }): Entry[] => {
    if (change === 'status' && conversation !== null) return [{ member: other, kind: 'chat', entity: conversation }]
    if (apart.has(other) || announced.has(other)) return []
    announced.add(other)
    return [{ member: other, kind: change === 'card' ? 'profile' : 'like', entity: member }]
  })
  return { page, next: places.length < limit ? null : (places.at(-1)?.cursor ?? null) }
}

type CirclePlace = { other: number; conversation: number | null; cursor: Circle['after'] }

const pageOf = async (
  { chat, likes }: Pick<Tx, 'chat' | 'likes'>,
  list: Circle['list'],
  member: number,
  [at, id]: Circle['after'],
  limit: number,
): Promise<CirclePlace[]> => {
  if (list === 'partners') {
    const rows = await chat.partnersAfter(member, id, limit)
    return rows.map(({ partner, conversation }) => ({ other: partner, conversation, cursor: [0, conversation] }))
  }
  const rows = await (list === 'liked' ? likes.likedAfter : likes.likersAfter)(member, { at, id }, limit)
  return rows.map((row) => ({ other: row.id, conversation: null, cursor: [row.at, row.id] }))
}
