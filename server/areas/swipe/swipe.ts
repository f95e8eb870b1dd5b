/** The swipe game [LIKE-5]: the deck, and a like or a pass on a profile. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { SWIPE_DECK } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { isFound } from '../find/visibility.ts'
import { answerOf, likeWithin, whyNoLike } from '../likes/like.ts'
import type { SwipeChoice } from './queries.ts'
import { swipeDayOf, type SwipeDay } from './swipe-day.ts'
import { candidatesFor } from '../find/candidates.ts'
import { cardsOf } from '../find/cards.ts'

type Answer = CallAnswer<'swipe.put'>

export type Swipe = { profile: number; choice: SwipeChoice; zone: string | undefined }

/** Once per profile. Idempotent, because the outbox may send it twice. */
export const swipe = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  member: number,
  { profile, choice, zone }: Swipe,
): Promise<Answer | Refusal> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(
    async (tx) => {
      const at = now()
      const before = await tx.swipe.choice(member, profile)
      const day = await swipeDayOf(tx, member, zone, at)
      const relation = await tx.find.relation(member, profile)
      if (!isFound(relation)) return refuse('not_found')
      // A like is final in the game, even after it was taken back. A pass can still become a like.
      if (before === 'like' || before === choice) return answer(tx, member, profile, day)
      const refusal = whyNoLike(relation)
      if (refusal) return refusal
      if (choice === 'pass') {
        await tx.swipe.put(member, profile, 'pass', at)
        return answer(tx, member, profile, day)
      }
      if (day.likesLeft === 0) return refuse('swipe_limit', { retry_after: Math.ceil((day.resetsAt - at) / 1_000) })

      await tx.swipe.put(member, profile, 'like', at)
      await tx.swipe.keepDay(member, day.zone, day.hold)
      await likeWithin(tx, member, profile, at)
      return answer(tx, member, profile, await swipeDayOf(tx, member, zone, at))
    },
    [member, profile],
  )
}

/**
 * Takes a pass back, so the profile may appear again. Likes are taken back by `unlike`, and still count for the day.
 * @returns the refusal, or null
 */
export const undoSwipe = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    await tx.swipe.forgetPass(member, profile)
    return isFound(await tx.find.relation(member, profile)) ? null : refuse('not_found')
  })
}

const answer = async (tx: Tx, member: number, profile: number, day: SwipeDay): Promise<Answer> => ({
  ...(await answerOf(tx, member, profile)),
  likes_left: day.likesLeft,
  resets_at: day.resetsAt,
})

type Needs = Pick<Deps, 'read' | 'now' | 'settings'>

/** Higher than for matches: a member passes on many profiles, and the search must walk past all of them. */
const LOOKS_MAX = 20

/** The next profiles to swipe: findable members who fit, and whom the member has not liked, swiped or talked with. */
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
