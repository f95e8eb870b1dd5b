/** Received, sent and mutual likes [LIKE-1]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { cardsOf } from '../find/cards.ts'

export const listLikes = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<CallAnswer<'likes.get'>> => {
  const received = await read.likes.received(member)
  const sent = await read.likes.sent(member)
  const sentAt = new Map(sent.map(({ id, at }) => [id, at]))
  // A match begins with the later of the two likes.
  const matches = received.flatMap(({ id, at }) => {
    const mine = sentAt.get(id)
    return mine === undefined ? [] : [{ id, at: Math.max(at, mine) }]
  })
  const named = [...received, ...sent].map(({ id }) => id)
  return {
    profiles: await cardsOf(read, named, member, now(), settings().cdn_prefix),
    liked_by: received.map(({ id, at, seen }) => ({ id, at, like_new: !seen })),
    liked: sent,
    matches: matches.toSorted((one, other) => other.at - one.at || other.id - one.id),
  }
}
