/** Proposes members who fit [FIND-5]. */
import type { Proposal } from '#contract/entities/proposal.ts'
import type { Deps } from '../../deps.ts'
import { candidatesFor } from './candidates.ts'
import { cardsOf } from './cards.ts'

const PROPOSALS_MAX = 24

const LOOKS_MAX = 2

/** @returns at most 24, the best first, the same list while nothing changes; empty if the member is gone */
export const findMatches = async (
  deps: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
  gender?: 'male' | 'female',
): Promise<Proposal[]> => {
  const at = deps.now()
  const candidates = await candidatesFor(deps, member, at, {
    leavesOut: (row) => row.liked || row.talked,
    count: PROPOSALS_MAX,
    looksMax: LOOKS_MAX,
    gender,
  })
  const best = candidates.slice(0, PROPOSALS_MAX)
  const ids = best.map(({ row }) => row.id)
  const cards = new Map(
    (await cardsOf(deps.read, ids, member, at, deps.settings().cdn_prefix)).map((card) => [card.id, card]),
  )
  return best.flatMap(({ row, fit }) => {
    const profile = cards.get(row.id)
    return profile ? [{ profile, reasons: fit.reasons }] : []
  })
}
