/** Received, sent and mutual likes, one page of each list [LIKE-1]. */
import type { CallAnswer } from '#contract/calls.ts'
import { isDeviceCursor } from '#contract/calls/parts.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { inTurn } from '../../turns.ts'
import { cardsOf } from '../find/cards.ts'
import type { LikePlace } from './queries.ts'

export const listLikes = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
  cursor?: string,
): Promise<CallAnswer<'likes.get'>> => {
  const after = cursor !== undefined && isDeviceCursor(cursor) ? undefined : cursor
  const { received: from, sent: sentFrom } = placesOf(after)
  const received = from ? await inTurn(() => read.likes.received(member, from, LIST_PAGE)) : []
  const sent = sentFrom ? await inTurn(() => read.likes.sent(member, sentFrom, LIST_PAGE)) : []
  // The first page also has the new likes, however old they are. A later page may repeat them.
  const unseen = after === undefined ? await inTurn(() => read.likes.newReceived(member, LIST_PAGE)) : []
  const named = [...new Set([...unseen, ...received, ...sent].map(({ id }) => id))]
  // A page has both directions of each profile, so that it is complete for the profiles in it.
  const states = named.length === 0 ? [] : await inTurn(() => read.likes.statesWith(member, named))
  const likedBy = states.flatMap(({ liker: id, liked, ...like }) => (liked === member ? [{ id, ...like }] : []))
  const mine = states.flatMap(({ liker, liked: id, at }) => (liker === member ? [{ id, at }] : []))
  const sentAt = new Map(mine.map(({ id, at }) => [id, at]))
  const matches = likedBy.flatMap(({ id, at }) => {
    const mineAt = sentAt.get(id)
    // A match begins with the later of the two likes.
    return mineAt === undefined ? [] : [{ id, at: Math.max(at, mineAt) }]
  })
  return {
    profiles: await inTurn(() => cardsOf(read, named, member, now(), settings().cdn_prefix)),
    liked_by: likedBy
      .toSorted((one, other) => Number(one.seen) - Number(other.seen) || newestFirst(one, other))
      .map(({ id, at, seen }) => ({ id, at, like_new: !seen })),
    liked: mine.toSorted(newestFirst),
    matches: matches.toSorted(newestFirst),
    next: cursorOf(placeAfter(received), placeAfter(sent)),
  }
}

const newestFirst = (one: LikePlace, other: LikePlace): number => other.at - one.at || other.id - one.id

const FROM_THE_TOP: LikePlace = { at: Number.MAX_SAFE_INTEGER, id: 0 }

type Places = { received: LikePlace | null; sent: LikePlace | null }

/** Both lists are read together; the place of a list that has ended is null. */
const placesOf = (after: string | undefined): Places => {
  if (after === undefined) return { received: FROM_THE_TOP, sent: FROM_THE_TOP }
  const [received = '', sent = ''] = after.split('~')
  return { received: placeIn(received), sent: placeIn(sent) }
}

const placeIn = (text: string): LikePlace | null => {
  const [at, id] = text.split('-').map(Number)
  return at === undefined || id === undefined ? null : { at, id }
}

const placeAfter = (page: readonly LikePlace[]): LikePlace | null =>
  page.length < LIST_PAGE ? null : (page.at(-1) ?? null)

const cursorOf = (received: LikePlace | null, sent: LikePlace | null): string | null =>
  received || sent ? [received, sent].map((place) => (place ? `${place.at}-${place.id}` : '')).join('~') : null
