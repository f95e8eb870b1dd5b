/** The swipe game [LIKE-5]: the deck, and a like or a pass on a profile. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { SWIPE_DECK, HOUR_MS, SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { localDay, type LocalDay } from '#contract/rules/local-day.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { isFound } from '../find/visibility.ts'
import { answerOf, likeWithin, whyNoLike } from '../likes/like.ts'
import type { SwipeChoice } from './queries.ts'
import { candidatesFor } from '../find/candidates.ts'
import { cardsOf } from '../find/cards.ts'
import type { Queries } from '../../db/queries.ts'

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
      await tx.swipe.storeDay(member, day.zone, day.hold)
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
  return write(
    async (tx) => {
      await tx.swipe.forgetPass(member, profile)
      return isFound(await tx.find.relation(member, profile)) ? null : refuse('not_found')
    },
    [member],
  )
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

/** The zone of a member whose devices have never reported one. */
const ZONE_UNKNOWN = 'UTC'

/** The length of a day on which clocks go forward. */
const SHORTEST_DAY_MS = 23 * HOUR_MS

type SwipeDay = {
  likesLeft: number
  /** In ms since the epoch. */
  resetsAt: number
  /** The zone to store with a like that is given now, and the longer day that begins with it. */
  zone: string
  hold: LocalDay | null
}

/**
 * The likes left today, and the start of the next day [LIKE-5], in the time zone that the member's device reports.
 * Reporting another zone gains no like: the current day ends first. The day of a change lasts until a midnight in the
 * new zone that is at least 23 hours after the last midnight in the old one.
 *
 * @param statedZone the zone of the device, if it reports one
 */
const swipeDayOf = async (
  { swipe }: Pick<Queries, 'swipe'>,
  member: number,
  statedZone: string | undefined,
  now: number,
): Promise<SwipeDay> => {
  const stored = await swipe.storedDay(member)
  const zone = stored.zone ?? statedZone ?? ZONE_UNKNOWN
  const hold = stored.hold && now < stored.hold.end ? stored.hold : null
  const here = hold ?? localDay(zone, now)
  const leftSince = async (start: number) => Math.max(0, SWIPE_LIKES_A_DAY - (await swipe.likesSince(member, start)))
  if (statedZone === undefined || statedZone === zone)
    return { likesLeft: await leftSince(here.start), resetsAt: here.end, zone, hold: null }

  // Use the stricter of the two days, so that no other zone gains a like.
  const statedDay = localDay(statedZone, now)
  const start = Math.min(here.start, statedDay.start)
  const likesLeft = await leftSince(start)
  const isUnderWay = (await swipe.likesSince(member, here.start)) > 0
  if (isUnderWay) return { likesLeft, resetsAt: Math.max(here.end, statedDay.end), zone, hold: null }
  // The old zone's midnight has passed since the last like, so the day in the new zone may begin.
  const isLong = statedDay.end - here.start >= SHORTEST_DAY_MS
  const end = isLong ? statedDay.end : localDay(statedZone, statedDay.end).end
  return {
    likesLeft,
    resetsAt: likesLeft === 0 ? statedDay.end : end,
    zone: statedZone,
    hold: { start, end },
  }
}
