/**
 * How many likes a day has left, and when the next day begins [LIKE-5]: the day of the member's time zone, as the device
 * says it. No device gains a like by saying another zone: a day under way is finished first, and the one in which the
 * zone changes lasts till a midnight of the new zone that is at least 23 hours after the last one of the old.
 */
import { HOUR_MS, SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { localDay, type LocalDay } from '#contract/rules/local-day.ts'
import type { Queries } from '../../db/queries.ts'

/** Where no device has ever said where it is. */
const ZONE_UNKNOWN = 'UTC'

/** What a day has on which the clocks are put forward. */
const SHORTEST_DAY_MS = 23 * HOUR_MS

export type SwipeDay = {
  likesLeft: number
  /** In ms since the epoch. */
  resetsAt: number
  /** What is to be kept of it with a like that is given now. */
  zone: string
  hold: LocalDay | null
}

/** @param said the zone of the device, where it says one */
export const swipeDayOf = async (
  { swipe }: Pick<Queries, 'swipe'>,
  member: number,
  said: string | undefined,
  now: number,
): Promise<SwipeDay> => {
  const kept = await swipe.dayKept(member)
  const zone = kept.zone ?? said ?? ZONE_UNKNOWN
  const hold = kept.hold && now < kept.hold.end ? kept.hold : null
  const here = hold ?? localDay(zone, now)
  const leftSince = async (start: number) => Math.max(0, SWIPE_LIKES_A_DAY - (await swipe.likesSince(member, start)))
  if (said === undefined || said === zone)
    return { likesLeft: await leftSince(here.start), resetsAt: here.end, zone, hold }

  // The stricter of the two: no like counts less for being looked at from elsewhere.
  const there = localDay(said, now)
  const likesLeft = await leftSince(Math.min(here.start, there.start))
  const isUnderWay = (await swipe.likesSince(member, here.start)) > 0
  if (isUnderWay) return { likesLeft, resetsAt: Math.max(here.end, there.end), zone, hold }
  // The old zone's midnight has passed since the last like, so the new one may begin.
  const isLong = there.end - here.start >= SHORTEST_DAY_MS
  const end = isLong ? there.end : localDay(said, there.end).end
  return {
    likesLeft,
    resetsAt: likesLeft === 0 ? there.end : end,
    zone: said,
    hold: { start: here.start, end },
  }
}
