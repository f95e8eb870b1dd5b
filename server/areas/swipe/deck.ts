/** The next profiles to swipe [LIKE-5]: findable members who fit, and whom the member has not liked, swiped or talked with. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { SWIPE_DECK } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { candidatesFor } from '../find/candidates.ts'
import { cardsOf } from '../find/cards.ts'
import { swipeDayOf } from './swipe-day.ts'

type Needs = Pick<Deps, 'read' | 'now' | 'settings'>

/** Higher than for matches: a member passes on many profiles, and the search must walk past all of them. */
const LOOKS_MAX = 20

export const readDeck = async (
  deps: Needs,
  member: number,
  { time_zone: zone, gender }: CallParsed<'swipe.get'>['query'],
): Promise<CallAnswer<'swipe.get'>> => {
  const { likesLeft, resetsAt } = await swipeDayOf(deps.read, member, zone, deps.now())
  return { cards: await cardsFor(deps, member, gender), likes_left: likesLeft, resets_at: resetsAt }
}

/** The best first, the same list while nothing changes. */
const cardsFor = async (deps: Needs, member: number, gender: 'male' | 'female' | undefined) => {
  const at = deps.now()
  const candidates = await candidatesFor(deps, member, at, {
    leavesOut: (row) => row.liked || row.talked || row.swiped,
    count: SWIPE_DECK,
    looksMax: LOOKS_MAX,
    gender,
  })
  const ids = candidates.slice(0, SWIPE_DECK).map(({ row }) => row.id)
  return cardsOf(deps.read, ids, member, at, deps.settings().cdn_prefix)
}
