/** Blocking: neither member sees the other's profile or can write [CHAT-9]. The devices of both are notified. */
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce, announceToBoth } from '../feed/announce.ts'
import { isFound } from '../find/visibility.ts'

/** @returns the refusal, or null; `unblock` returns the same */
export const block = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    // If the other side blocks already, both relations have the names and photos of that block, and they stay.
    const [other, own] = [await tx.find.relation(member, profile), await tx.find.relation(profile, member)]
    if (!isFound(other) || !own) return refuse('not_found')
    const cards = {
      blockerName: own.name,
      blockerPhoto: own.mainPhoto,
      blockedName: other.name,
      blockedPhoto: other.mainPhoto,
    }
    // A repeat changes nothing, so nobody is notified.
    if (await tx.likes.block(member, profile, cards, now())) await announcePair(tx, member, profile)
    return null
  })
}

/** Lifts the block even if the profile is hidden by now; the answer is then the one for a missing profile. */
export const unblock = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    if (await tx.likes.unblock(member, profile)) await announcePair(tx, member, profile)
    return isFound(await tx.find.relation(member, profile)) ? null : refuse('not_found')
  })
}

/** Announces profile, likes and conversation, because a block changes all of them. */
const announcePair = async (tx: Tx, member: number, profile: number): Promise<void> => {
  const pair = { low: Math.min(member, profile), high: Math.max(member, profile) }
  const conversation = await tx.chat.conversationOf(pair)
  for (const [one, other] of [
    [member, profile],
    [profile, member],
  ] as const) {
    await announce(tx, one, 'profile', other)
    await announce(tx, one, 'like', other)
  }
  if (conversation) await announceToBoth(tx, [member, profile], 'chat', conversation.id)
}
