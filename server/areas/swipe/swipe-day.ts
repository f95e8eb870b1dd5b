/**
 * The likes left today, and the start of the next day [LIKE-5], in the time zone that the member's device reports.
 * Reporting another zone gains no like: the current day ends first. The day of a change lasts until a midnight in the
 * new zone that is at least 23 hours after the last midnight in the old one.
 */
import { HOUR_MS, SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { localDay, type LocalDay } from '#contract/rules/local-day.ts'
import type { Queries } from '../../db/queries.ts'

/** The zone of a member whose devices have never reported one. */
const ZONE_UNKNOWN = 'UTC'

/** The length of a day on which clocks go forward. */
const SHORTEST_DAY_MS = 23 * HOUR_MS

export type SwipeDay = {
  likesLeft: number
  /** In ms since the epoch. */
  resetsAt: number
  /** The zone to store with a like that is given now, and the longer day that begins with it. */
  zone: string
  hold: LocalDay | null
}

/** @param statedZone the zone of the device, if it reports one */
export const swipeDayOf = async (
  { swipe }: Pick<Queries, 'swipe'>,
  member: number,
  statedZone: string | undefined,
  now: number,
): Promise<SwipeDay> => {
  const stored = await swipe.dayKept(member)
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
