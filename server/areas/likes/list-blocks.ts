/** The members that a member has blocked, limited to those the member may see now [PROF-14]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { cardsOf } from '../find/cards.ts'

export const listBlocks = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<CallAnswer<'blocks.list'>> => {
  const rows = await read.likes.blockedBy(member)
  const ids = rows.map(({ id }) => id)
  const cards = new Map((await cardsOf(read, ids, member, now(), settings().cdn_prefix)).map((card) => [card.id, card]))
  return {
    blocks: rows.flatMap(({ id, at }) => {
      const profile = cards.get(id)
      return profile ? [{ profile, at }] : []
    }),
  }
}
