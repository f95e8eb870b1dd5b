/**
 * Walks all members for an announcement, page by page, and adds a job per member and channel (mail, push) that they
 * want.
 */
import { setImmediate } from 'node:timers/promises'
import type { Announcement } from '../areas/notices/announcement.ts'
import { getsAnnouncementMail, getsAnnouncementPush } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import { nextByDay } from './day-hours.ts'
import type { JobPayload, NewJob } from './kinds.ts'
import type { RoundMember } from './round-channels.ts'

const PAGE = 100

export const announcementWalk =
  (deps: Deps) =>
  async ({ announcement: id }: JobPayload<'announcement.walk'>): Promise<void> => {
    const { read, write, now } = deps
    for (;;) {
      const row = await read.notices.announcement(id)
      if (!row || row.expiresAt <= now()) return
      const page = await read.notices.memberPage(row.upTo, PAGE)
      const last = page.at(-1)
      if (!last) return write((tx) => tx.notices.walkDone(id, now()))
      const jobs = page.flatMap((member) => jobsFor(id, row.about, member, now()))
      // The cursor and its page's jobs are written together: a server killed here neither repeats nor skips a member.
      await write(async (tx) => {
        if (!(await tx.notices.walkTo(id, last.id))) return
        for (const job of jobs) await tx.jobs.add(job, now())
        if (jobs.length > 0) tx.jobWaits()
      })
      // Let waiting requests run between two pages.
      await setImmediate()
    }
  }

const jobsFor = (announcement: string, about: Announcement['about'], member: RoundMember, now: number): NewJob[] => {
  const at = nextByDay(member.timeZone, now)
  const isPushed = member.hasDevice && getsAnnouncementPush(member, about)
  return [
    ...(getsAnnouncementMail(member, about)
      ? [{ kind: 'mail.announcement' as const, payload: { announcement, member: member.id } }]
      : []),
    ...(isPushed
      ? [{ kind: 'push.announcement' as const, payload: { announcement, member: member.id, at }, runAt: at }]
      : []),
  ]
}
