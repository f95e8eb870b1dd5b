/** Once a day round all members: reminders of unread messages, the week's news, and feeds cut back to what is needed. */
import { setImmediate } from 'node:timers/promises'
import { DAY_MS } from '#contract/limits.ts'
import { forgetAgedUnread } from '../areas/chat/aged-unread.ts'
import { pruneFeed } from '../areas/feed/prune.ts'
import { wantsMail } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import { nextAtHour, ROUND_HOUR } from './recurring.ts'

const PAGE = 100

/** How long a message lies unread before a mail says so, and how often one may. */
const UNREAD_AFTER_MS = DAY_MS
const UNREAD_PAUSE_MS = 3 * DAY_MS
const WEEK_MS = 7 * DAY_MS
/** The round comes to a member a little earlier or later each time. */
const LEEWAY_MS = DAY_MS / 2

/** How many changes a feed keeps for a device that was away; past that it fills anew. */
const FEED_KEPT = 1_000
/** A feed is cut when there is something to gain. */
const FEED_SLACK = 200

type Member = Awaited<ReturnType<Deps['read']['notices']['memberPage']>>[number]

export const remindersRound = (deps: Deps) => async (): Promise<number> => {
  let after = 0
  for (;;) {
    const page = await deps.read.notices.memberPage(after, PAGE)
    const last = page.at(-1)
    if (!last) return nextAtHour(ROUND_HOUR, deps.now())
    for (const member of page) {
      await forgetAgedUnread(deps, member.id)
      await remindOfUnread(deps, member)
      await tellOfWeek(deps, member)
      if (member.feedSeq - member.feedFloor > FEED_KEPT + FEED_SLACK)
        await deps.write((tx) => pruneFeed(tx, member.id, FEED_KEPT))
    }
    after = last.id
    // Whoever is waiting for an answer comes between two pages.
    await setImmediate()
  }
}

/** At most once in three days, and never again of the same messages. */
const remindOfUnread = async (deps: Deps, member: Member): Promise<void> => {
  if (!wantsMail(member, 'unread_message_reminders')) return
  const now = deps.now()
  const waiting = await deps.read.notices.unreadBy(member.id, now - UNREAD_AFTER_MS)
  const newest = Math.max(0, ...waiting.map((each) => each.newest))
  if (newest === 0) return
  const key = `mail.unread ${member.id}`
  const last = await deps.read.notices.lastTime(key)
  if (last !== null && newest < last) return
  await deps.write(async (tx) => {
    if (!(await tx.notices.once(key, now, UNREAD_PAUSE_MS))) return
    await tx.jobs.add({ kind: 'mail.unread', payload: { member: member.id }, uniqueKey: key }, now)
    tx.jobWaits()
  })
}

/** Each member on a weekday of their own, and only where the week brought something. */
const tellOfWeek = async (deps: Deps, member: Member): Promise<void> => {
  const now = deps.now()
  if (Math.floor(now / DAY_MS) % 7 !== member.id % 7 || !wantsMail(member, 'weekly_updates')) return
  const since = now - WEEK_MS
  const likes = await deps.read.notices.newLikes(member.id, since)
  const unread = likes.length > 0 ? [] : await deps.read.notices.unreadBy(member.id, now)
  if (likes.length === 0 && !unread.some(({ newest }) => newest > since)) return
  const key = `mail.weekly ${member.id}`
  await deps.write(async (tx) => {
    if (!(await tx.notices.once(key, now, WEEK_MS - LEEWAY_MS))) return
    await tx.jobs.add({ kind: 'mail.weekly', payload: { member: member.id }, uniqueKey: key }, now)
    tx.jobWaits()
  })
}
