/** Blocking: neither member sees the other's profile or can write [CHAT-9]. The devices of both are notified. */
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announceToBoth } from '../feed/announce.ts'
import { isFound } from '../find/visibility.ts'
import type { CallAnswer } from '#contract/calls.ts'
import { cardsOf } from '../find/cards.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import { inTurn } from '../../turns.ts'
import { announceBoth } from './like.ts'

/** @returns the refusal, or null; `unblock` returns the same */
export const block = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
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
    },
    [member, profile],
  )
}

/** Lifts the block even if the profile is hidden by now; the answer is then the one for a missing profile. */
export const unblock = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
      if (await tx.likes.unblock(member, profile)) await announcePair(tx, member, profile)
      return isFound(await tx.find.relation(member, profile)) ? null : refuse('not_found')
    },
    [member, profile],
  )
}

/** Announces likes, with which the profile comes, and conversation, because a block changes all of them. */
const announcePair = async (tx: Tx, member: number, profile: number): Promise<void> => {
  const pair = { low: Math.min(member, profile), high: Math.max(member, profile) }
  const conversation = await tx.chat.conversationOf(pair)
  await announceBoth(tx, member, profile)
  if (conversation) await announceToBoth(tx, [member, profile], 'chat', conversation.id)
}

/** The members that a member has blocked, limited to those the member may see now [PROF-14]. */
export const listBlocks = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<CallAnswer<'blocks.list'>> => {
  const rows = await read.likes.blockedBy(member)
  const blocks: CallAnswer<'blocks.list'>['blocks'] = []
  // The list may be of any length, and nobody waits for all of it.
  for (let from = 0; from < rows.length; from += LIST_PAGE) {
    const page = rows.slice(from, from + LIST_PAGE)
    const ids = page.map(({ id }) => id)
    const cards = await inTurn(() => cardsOf(read, ids, member, now(), settings().cdn_prefix))
    const cardOf = new Map(cards.map((card) => [card.id, card]))
    for (const { id, at } of page) {
      const profile = cardOf.get(id)
      if (profile) blocks.push({ profile, at })
    }
  }
  return { blocks }
}
