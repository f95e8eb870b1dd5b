/** Who can be swiped next [LIKE-5]: findable members who fit, that the member has not liked, swiped or talked with. */
import type { CallAnswer } from '#contract/calls.ts'
import { SWIPE_DECK } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { candidatesFor } from '../find/candidates.ts'
import { cardsOf } from '../find/cards.ts'
import { fitOf } from '../find/match-score.ts'
import { swipeDayOf } from './swipe-day.ts'

type Needs = Pick<Deps, 'read' | 'now' | 'settings'>

/** Passes are many, and those active last are swiped first: it takes longer than a match to get past them. */
const LOOKS_MAX = 20

export const readDeck = async (
  deps: Needs,
  member: number,
  zone: string | undefined,
): Promise<CallAnswer<'swipe.get'>> => {
  const { likesLeft, resetsAt } = await swipeDayOf(deps.read, member, zone, deps.now())
  return { cards: await cardsFor(deps, member), likes_left: likesLeft, resets_at: resetsAt }
}

/** The best first, the same ones as long as nothing changes. */
const cardsFor = async ({ read, now, settings }: Needs, member: number) => {
  const at = now()
  const [me] = await read.find.matchRows([member], member)
  if (!me) return []
  const showsInterests = settings().visible_profile_fields.includes('interests')
  const candidates = await candidatesFor(read, me, {
    today: dateOf(at),
    count: SWIPE_DECK,
    looksMax: LOOKS_MAX,
    weigh: (rows) =>
      rows.flatMap((row) => {
        const fit = row.liked || row.talked || row.swiped ? null : fitOf(me, row, at, showsInterests)
        return fit ? [{ row, fit }] : []
      }),
  })
  const ids = candidates.slice(0, SWIPE_DECK).map(({ row }) => row.id)
  return cardsOf(read, ids, member, at, settings().cdn_prefix)
}
