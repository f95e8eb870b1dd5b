/** The daily round for one member: unread messages, weekly updates, and an unfinished profile or signup. */
import { DAY_MS } from '#contract/limits.ts'
import { unfinishedOf } from '../areas/notices/unfinished.ts'
import type { Deps } from '../deps.ts'
import { nextByDay } from './day-hours.ts'
import type { NewJob } from './kinds.ts'
import { addOnce, waysOf, type RoundMember } from './round-channels.ts'

/** The time a message must be unread before a reminder, and the pause between two reminders. */
const UNREAD_AFTER_MS = DAY_MS
const UNREAD_PAUSE_MS = 3 * DAY_MS
const WEEK_MS = 7 * DAY_MS
/** The round does not reach a member at the same time each day. */
const LEEWAY_MS = DAY_MS / 2
/** The days after which an unfinished profile or signup causes a reminder; the second is the last. */
const UNFINISHED_DAYS = [3, 14] as const
/** A reminder that is later than this is dropped: the server was down, or reminders were switched off. */
const UNFINISHED_GRACE_DAYS = 3
const NEVER_AGAIN_MS = 60 * DAY_MS

/** At most once in three days, and never twice about the same messages. */
export const remindOfUnread = async (deps: Deps, member: RoundMember): Promise<void> => {
  const ways = waysOf(member, 'unread_message_reminders')
  if (ways.length === 0) return
  const now = deps.now()
  const waiting = await deps.read.notices.unreadBy(member.id, now - UNREAD_AFTER_MS)
  const newest = Math.max(0, ...waiting.map((each) => each.newest))
  if (newest === 0) return
  for (const way of ways) {
    const key = `${way}.unread ${member.id}`
    const last = await deps.read.notices.lastTime(key)
    if (last !== null && newest < last) continue
    await addOnce(
      deps,
      key,
      UNREAD_PAUSE_MS,
      way === 'mail' ? { kind: 'mail.unread', payload: { member: member.id } } : pushed('push.unread', member, now),
    )
  }
}

/** Each member on their own weekday, and only if the week brought something. */
export const tellOfWeek = async (deps: Deps, member: RoundMember): Promise<void> => {
  const now = deps.now()
  const ways = waysOf(member, 'weekly_updates')
  if (Math.floor(now / DAY_MS) % 7 !== member.id % 7 || ways.length === 0) return
  const since = now - WEEK_MS
  const likes = await deps.read.notices.newLikes(member.id, since)
  const unread = likes.length > 0 ? [] : await deps.read.notices.unreadBy(member.id, now)
  if (likes.length === 0 && !unread.some(({ newest }) => newest > since)) return
  for (const way of ways)
    await addOnce(
      deps,
      `${way}.weekly ${member.id}`,
      WEEK_MS - LEEWAY_MS,
      way === 'mail' ? { kind: 'mail.weekly', payload: { member: member.id } } : pushed('push.weekly', member, now),
    )
}

/** After 3 and 14 days, then never again: the member seems to want to leave it unfinished. */
export const remindOfUnfinished = async (deps: Deps, member: RoundMember): Promise<void> => {
  const now = deps.now()
  const days = (now - member.signupAt) / DAY_MS
  const turn = UNFINISHED_DAYS.findIndex((from) => days >= from && days < from + UNFINISHED_GRACE_DAYS)
  const ways = turn < 0 ? [] : waysOf(member, 'reminders')
  if (ways.length === 0 || !(await unfinishedOf(deps, member.id))) return
  const last = turn === UNFINISHED_DAYS.length - 1
  for (const way of ways)
    await addOnce(
      deps,
      `${way}.reminder ${turn} ${member.id}`,
      NEVER_AGAIN_MS,
      way === 'mail'
        ? { kind: 'mail.reminder', payload: { member: member.id, last } }
        : pushed('push.reminder', member, now),
    )
}

/** Pushes wait for the day; the lifetime counts from the due time. */
const pushed = (
  kind: 'push.unread' | 'push.weekly' | 'push.reminder',
  { id, timeZone }: RoundMember,
  now: number,
): NewJob => {
  const runAt = nextByDay(timeZone, now)
  return { kind, payload: { member: id, at: runAt }, runAt }
}
