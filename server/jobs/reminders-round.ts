/**
 * The daily round over all members: reminders of unread messages and of an unfinished profile or signup, the mail or push
 * about the week, and pruning of long feeds. Mails and pushes wait for the day at the member's place: a phone sounds for both.
 */
import { forgetAgedUnread } from '../areas/chat/mark-read.ts'
import { pruneFeed } from '../areas/feed/sync.ts'
import type { Deps } from '../deps.ts'
import { nextRun } from './recurring.ts'
import { DAY_MS } from '#contract/limits.ts'
import { unfinishedOf } from './round-facts.ts'
import { nextByDay } from './day-hours.ts'
import type { JobPayload, NewJob } from './kinds.ts'
import type { Preference } from '#contract/entities/member-settings.ts'
import { wantsMail, wantsPush } from '../areas/notices/person.ts'

/** Twenty members are looked at in about five milliseconds. In the pause requests run. */
const PAGE = 20
const PAUSE_MS = 3
/** Among so many ids those are found that need anything, in a millisecond or two. */
const IDS_AT_ONCE = 500
/** The place is stored after so many ids. A round that is interrupted looks at those since then once more. */
const IDS_STORED = 1_000

/**
 * The number of changes that a feed stores for a device that was offline; a device that missed more loads everything
 * again.
 */
const FEED_KEPT = 1_000
/** Prune only if it removes enough to be worth a write. */
const FEED_SLACK = 200

export const remindersRound =
  (given: Deps) =>
  async ({ after: from = 0, begunAt: begun }: JobPayload<'reminders.round'>, job: number): Promise<number> => {
    // A clock that jumped ahead would remind everybody at once [OPS-14].
    const deps = { ...given, now: given.safeNow }
    // The weekday of the beginning counts to the end, also where a round continues after midnight.
    const begunAt = begun ?? deps.now()
    const store = (payload: JobPayload<'reminders.round'>): Promise<void> =>
      deps.write((tx) => tx.jobs.setPayload(job, payload), [])
    const newest = await deps.read.notices.newestMember()
    let stored = from
    for (let after = from; after < newest;) {
      const upTo = Math.min(after + IDS_AT_ONCE, newest)
      const page = await deps.read.notices.roundPage({ after, upTo, ...dueAt(begunAt, deps.now()) }, PAGE)
      await Promise.all(
        page.map((member) => careFor({ ...deps, settings: given.at(member.domain).settings }, member, begunAt)),
      )
      after = page.length < PAGE ? upTo : (page.at(-1)?.id ?? upTo)
      if (after - stored >= IDS_STORED) {
        await store({ after, begunAt })
        stored = after
      }
      await deps.pause(PAUSE_MS)
    }
    if (stored > 0) await store({})
    return nextRun('reminders.round', given.now())
  }

export type RoundMember = Awaited<ReturnType<Deps['read']['notices']['roundPage']>>[number]

/** A failure for one member must not stop the reminders of all others. */
const careFor = async (deps: Deps, member: RoundMember, begunAt: number): Promise<void> => {
  try {
    await roundOf(deps, member, begunAt)
  } catch (error) {
    deps.log.error({ err: error, member: member.id }, 'the daily round failed for a member, continuing with the next')
  }
}

const roundOf = async (deps: Deps, member: RoundMember, begunAt: number): Promise<void> => {
  if (member.hasUnread) {
    await forgetAgedUnread(deps, member.id)
    await remindOfUnread(deps, member)
  }
  if (weekdayOf(begunAt) === member.id % 7) await sendWeek(deps, member)
  await remindOfUnfinished(deps, member)
  if (member.feedSeq - member.feedFloor > FEED_KEPT + FEED_SLACK) await prune(deps, member)
}

/** Piece by piece, so that no write takes long. */
const prune = async (deps: Deps, { id, feedFloor }: RoundMember): Promise<void> => {
  let before: number
  let floor = feedFloor
  do {
    before = floor
    floor = await deps.write((tx) => pruneFeed(tx, id, FEED_KEPT), [id])
    await deps.pause(PAUSE_MS)
  } while (floor > before)
}

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

/** Each member has a weekday for the mail or push about the week. */
const weekdayOf = (at: number): number => Math.floor(at / DAY_MS) % 7

const dueAt = (begunAt: number, now: number) => ({
  weekday: weekdayOf(begunAt),
  likedSince: now - WEEK_MS,
  firstSince: now - (UNFINISHED_DAYS[0] + UNFINISHED_GRACE_DAYS) * DAY_MS,
  firstUpTo: now - UNFINISHED_DAYS[0] * DAY_MS,
  lastSince: now - (UNFINISHED_DAYS[1] + UNFINISHED_GRACE_DAYS) * DAY_MS,
  lastUpTo: now - UNFINISHED_DAYS[1] * DAY_MS,
  feedMax: FEED_KEPT + FEED_SLACK,
})

/** At most once in three days, and never twice about the same messages. */
const remindOfUnread = async (deps: Deps, member: RoundMember): Promise<void> => {
  const channels = channelsFor(member, 'unread_message_reminders')
  if (channels.length === 0) return
  const now = deps.now()
  const waiting = await deps.read.notices.unreadBy(member.id, now - UNREAD_AFTER_MS)
  const newest = Math.max(0, ...waiting.map((each) => each.newest))
  if (newest === 0) return
  for (const channel of channels) {
    const key = `${channel}.unread ${member.id}`
    const last = await deps.read.notices.lastTime(key)
    if (last !== null && newest < last) continue
    await addOnce(
      deps,
      key,
      UNREAD_PAUSE_MS,
      channel === 'mail'
        ? { kind: 'mail.unread', payload: { member: member.id }, runAt: nextByDay(member.timeZone, now) }
        : pushed('push.unread', member, now),
    )
  }
}

/** Only if the week brought something. */
const sendWeek = async (deps: Deps, member: RoundMember): Promise<void> => {
  const now = deps.now()
  const channels = channelsFor(member, 'weekly_updates')
  if (channels.length === 0) return
  const since = now - WEEK_MS
  const likes = await deps.read.notices.newLikes(member.id, since)
  const unread = likes.length > 0 ? [] : await deps.read.notices.unreadBy(member.id, now)
  if (likes.length === 0 && !unread.some(({ newest }) => newest > since)) return
  for (const channel of channels)
    await addOnce(
      deps,
      `${channel}.weekly ${member.id}`,
      WEEK_MS - LEEWAY_MS,
      channel === 'mail'
        ? { kind: 'mail.weekly', payload: { member: member.id }, runAt: nextByDay(member.timeZone, now) }
        : pushed('push.weekly', member, now),
    )
}

/** After 3 and 14 days, then never again: the member seems to want to leave it unfinished. */
const remindOfUnfinished = async (deps: Deps, member: RoundMember): Promise<void> => {
  const now = deps.now()
  const days = (now - member.signupAt) / DAY_MS
  const turn = UNFINISHED_DAYS.findIndex((from) => days >= from && days < from + UNFINISHED_GRACE_DAYS)
  const channels = turn < 0 ? [] : channelsFor(member, 'reminders')
  if (channels.length === 0 || !(await unfinishedOf(deps, member.id))) return
  const last = turn === UNFINISHED_DAYS.length - 1
  for (const channel of channels)
    await addOnce(
      deps,
      `${channel}.reminder ${turn} ${member.id}`,
      NEVER_AGAIN_MS,
      channel === 'mail'
        ? { kind: 'mail.reminder', payload: { member: member.id, last }, runAt: nextByDay(member.timeZone, now) }
        : pushed('push.reminder', member, now),
    )
}

/** The lifetime of a push counts from the due time. */
const pushed = (
  kind: 'push.unread' | 'push.weekly' | 'push.reminder',
  { id, timeZone }: RoundMember,
  now: number,
): NewJob => {
  const runAt = nextByDay(timeZone, now)
  return { kind, payload: { member: id, at: runAt }, runAt }
}

/** Mail and push, each if the member wants it. */
const channelsFor = (member: RoundMember, preference: Preference): ('mail' | 'push')[] => [
  ...(wantsMail(member, preference) ? (['mail'] as const) : []),
  ...(member.hasDevice && wantsPush(member, preference) ? (['push'] as const) : []),
]

/** Adds the job, unless one with this key was added less than `pauseMs` ago. */
const addOnce = ({ write, now }: Deps, key: string, pauseMs: number, job: NewJob): Promise<void> =>
  write(async (tx) => {
    if (!(await tx.notices.once(key, now(), pauseMs))) return
    await tx.jobs.add({ ...job, uniqueKey: key }, now())
    // The row of `once` is locked until the job is stored.
  }, [])
