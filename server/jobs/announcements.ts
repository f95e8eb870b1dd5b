/** The jobs of an announcement [PWA-5]: the walk over its audience, and the mail or push to each member. */
import { getsAnnouncementMail, getsAnnouncementPush } from '../areas/notices/person.ts'
import type { AnnouncementRow, Channel, MessageOutcome } from '../areas/notices/announcement-queries.ts'
import type { Deps } from '../deps.ts'
import { nextByDay } from './day-hours.ts'
import type { JobPayload, NewJob } from './kinds.ts'
import type { RoundMember } from './reminders-round.ts'
import { announcementMail, announcementPush, textFor } from '../areas/notices/announcement.ts'
import type { Post } from './post.ts'
import { pushJob } from './push-deliver.ts'

/** The jobs of a page are written in about five milliseconds. In the pauses requests run. */
const PAGE = 50
const PAUSE_MS = 2

/** Walks the members of the audience page by page, and adds a job for each channel that a member wants. */
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
      const jobs = page.flatMap((member) => jobsFor(row, member, now()))
      const mail = jobs.filter(({ kind }) => kind === 'mail.announcement').length
      // The cursor and its page's jobs are written together: a server killed here neither repeats nor skips a member.
      await write(async (tx) => {
        if (!(await tx.notices.walkTo(id, last.id, { mail, push: jobs.length - mail }))) return
        for (const job of jobs) await tx.jobs.add(job, now())
      })
      await deps.pause(PAUSE_MS)
    }
  }

/** Mails and pushes wait for the day where the member is; a mail that would then be too late is sent at once, as it wakes nobody. */
const jobsFor = (
  { id: announcement, about, expiresAt }: AnnouncementRow,
  member: RoundMember,
  now: number,
): NewJob[] => {
  const at = nextByDay(member.timeZone, now)
  const isPushed = member.hasDevice && getsAnnouncementPush(member, about)
  return [
    ...(getsAnnouncementMail(member, about)
      ? [
          {
            kind: 'mail.announcement' as const,
            payload: { announcement, member: member.id },
            runAt: at < expiresAt ? at : now,
          },
        ]
      : []),
    ...(isPushed
      ? [{ kind: 'push.announcement' as const, payload: { announcement, member: member.id, at }, runAt: at }]
      : []),
  ]
}

/** News or an offer as a mail, to members who want such mails; `service` to all. */
export const mailAnnouncement =
  (deps: Deps, post: Post) =>
  async ({ announcement, member }: JobPayload<'mail.announcement'>, job: number): Promise<void> => {
    const row = await deps.read.notices.announcement(announcement)
    const person = await deps.read.notices.person(member)
    const isWanted = row && person && row.expiresAt > deps.now() && getsAnnouncementMail(person, row.about)
    if (isWanted) {
      const { language, text } = textFor(row, person.language)
      const [reader, draft] = [{ ...person, language }, announcementMail(deps.env, text, row.path)]
      if (row.about === 'service') await post.needed(job, reader, draft)
      else await post.wanted(job, reader, row.about, () => draft)
    }
    const outcome = isWanted ? 'sent' : 'left_out'
    await countMessage(deps, { announcement, job, channel: 'mail', outcome })
  }

/** A draft as a mail to the colleague who asked for it. */
export const mailAnnouncementTest =
  (deps: Deps, post: Post) =>
  async ({ draft: id, staff, language: wanted }: JobPayload<'mail.announcement_test'>, job: number): Promise<void> => {
    const draft = await deps.read.notices.draft(id)
    const account = await deps.read.staff.byId(staff)
    if (!draft || account?.endedAt !== null) return
    const { form } = draft.row
    const { language, text } = textFor(form, wanted)
    const reader = { email: account.mail, name: account.name, language }
    await post.sample(job, reader, form.kind !== 'service', announcementMail(deps.env, text, form.path))
  }

/** News or an offer as a push, to members who want such pushes. */
export const pushAnnouncement = pushJob(
  'announcement',
  async ({ read, now }, person, { announcement, at }) => {
    const row = await read.notices.announcement(announcement)
    if (!row || row.expiresAt <= now()) return null
    if (!getsAnnouncementPush(person, row.about)) return null
    const { language, text } = textFor(row, person.language)
    return { ...announcementPush(text), language, subject: announcement, path: row.path, at }
  },
  async (deps, { announcement, endpoint }, job, outcome) => {
    // A retry for one of several devices belongs to a message that was counted already.
    if (endpoint === undefined) await countMessage(deps, { announcement, job, channel: 'push', outcome })
  },
)

/** A hint goes to the pages of the desk after each of so many messages, and after the last one. */
const HINT_EVERY = 50

/** The count and the end of its job are one transaction, so a job that runs again counts once. */
const countMessage = (
  { write }: Pick<Deps, 'write'>,
  {
    announcement,
    job,
    channel,
    outcome,
  }: { announcement: string; job: number; channel: Channel; outcome: MessageOutcome },
): Promise<void> =>
  write(async (tx) => {
    if (!(await tx.jobs.done(job))) return
    const left = await tx.notices.countMessage(announcement, channel, outcome)
    if (left % HINT_EVERY === 0) tx.deskChanged('announcements')
  })
