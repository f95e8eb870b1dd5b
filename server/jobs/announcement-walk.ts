/**
 * Walks the members of an announcement's audience, page by page, and adds a job per member and channel (mail, push)
 * that they want.
 */
import { getsAnnouncementMail, getsAnnouncementPush } from '../areas/notices/person.ts'
import type { AnnouncementRow } from '../areas/notices/announcement-queries.ts'
import type { Deps } from '../deps.ts'
import { nextByDay } from './day-hours.ts'
import type { JobPayload, NewJob } from './kinds.ts'
import type { RoundMember } from './round-channels.ts'

/** The jobs of a page are written in about five milliseconds. In the pauses requests run. */
const PAGE = 50
const PAUSE_MS = 2

export const announcementWalk =
  (deps: Deps) =>
  async ({ announcement: id }: JobPayload<'announcement.walk'>): Promise<void> => {
    const { read, write, now } = deps
    for (;;) {
      const row = await read.notices.announcement(id)
      if (!row || row.expiresAt <= now()) return
      // The audience is that of the sending, however long the walk takes.
      const page = await read.notices.audiencePage(row.about, row.audience, row.at, row.upTo, PAGE)
      const last = page.at(-1)
      if (!last)
        return write(async (tx) => {
          await tx.notices.walkDone(id, now())
          tx.deskChanged('announcements')
        })
      const jobs = page.flatMap((member) => jobsFor(id, row.about, member, now()))
      const mail = jobs.filter(({ kind }) => kind === 'mail.announcement').length
      // The cursor and its page's jobs are written together: a server killed here neither repeats nor skips a member.
      await write(async (tx) => {
        if (!(await tx.notices.walkTo(id, last.id, { mail, push: jobs.length - mail }))) return
        for (const job of jobs) await tx.jobs.add(job, now())
        if (jobs.length > 0) tx.jobWaits()
      })
      await deps.pause(PAUSE_MS)
    }
  }

const jobsFor = (announcement: string, about: AnnouncementRow['about'], member: RoundMember, now: number): NewJob[] => {
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
