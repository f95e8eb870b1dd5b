/** An announcement by mail: news or an offer to members who want such mails, `service` to all; and its test mail. */
import { announcementMail, textFor } from '../areas/notices/announcement-message.ts'
import { getsAnnouncementMail } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import { countMessage } from './announcement-count.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

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
