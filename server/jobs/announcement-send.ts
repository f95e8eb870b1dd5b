/** Sends an announcement to one member, by mail or push, and counts that it was sent or left out. */
import { announcementMail, announcementPush, textFor } from '../areas/notices/announcement-message.ts'
import type { Channel, Outcome } from '../areas/notices/announcement-queries.ts'
import { getsAnnouncementMail, getsAnnouncementPush } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'
import { pushJob } from './push-deliver.ts'

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

/** Pages of the desk hear of each so many messages, and of the last one. */
const HINT_EVERY = 50

/** The count and the end of its job are one transaction, so a job that runs again counts once. */
const countMessage = (
  { write }: Pick<Deps, 'write'>,
  { announcement, job, channel, outcome }: { announcement: string; job: number; channel: Channel; outcome: Outcome },
): Promise<void> =>
  write(async (tx) => {
    if (!(await tx.jobs.done(job))) return
    const left = await tx.notices.countMessage(announcement, channel, outcome)
    if (left % HINT_EVERY === 0) tx.deskChanged('announcements')
  })
