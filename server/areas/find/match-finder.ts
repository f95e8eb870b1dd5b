/** Proposes members who fit [FIND-5]. */
import type { Proposal } from '#contract/entities/match.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { candidatesFor } from './candidates.ts'
import { cardsOf } from './cards.ts'
import { fitOf } from './match-score.ts'

export const PROPOSALS_MAX = 24

const LOOKS_MAX = 2

/** @returns at most 24, the best first, the same ones as long as nothing changes; none for a member who is gone */
export const findMatches = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<Proposal[]> => {
  const at = now()
  const [me] = await read.find.matchRows([member], member)
  if (!me) return []
  const showsInterests = settings().visible_profile_fields.includes('interests')
  const candidates = await candidatesFor(read, me, {
    today: dateOf(at),
    count: PROPOSALS_MAX,
    looksMax: LOOKS_MAX,
    weigh: (rows) =>
      rows.flatMap((row) => {
        const fit = row.liked || row.talked ? null : fitOf(me, row, at, showsInterests)
        return fit ? [{ row, fit }] : []
      }),
  })

  const best = candidates.slice(0, PROPOSALS_MAX)
  const ids = best.map(({ row }) => row.id)
  const cards = new Map((await cardsOf(read, ids, member, at, settings().cdn_prefix)).map((card) => [card.id, card]))
  return best.flatMap(({ row, fit }) => {
    const profile = cards.get(row.id)
    return profile ? [{ profile, reasons: fit.reasons }] : []
  })
}
