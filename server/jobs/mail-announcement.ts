/** News or an offer by mail, to members who want such mails. */
import { getsAnnouncementMail } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailAnnouncement =
  (deps: Deps, post: Post) =>
  async ({ announcement, member }: JobPayload<'mail.announcement'>, job: number): Promise<void> => {
    const row = await deps.read.notices.announcement(announcement)
    const person = await deps.read.notices.person(member)
    if (!row || !person || row.expiresAt <= deps.now()) return
    const { title, mail, button } = row.texts[person.language]
    const draft = {
      subject: title,
      paragraphs: mail.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
      button: { text: button, url: `${publicUrl(deps.env)}${row.path}` },
    }
    if (row.about !== 'service') return post.wanted(job, person, row.about, () => draft)
    if (getsAnnouncementMail(person, row.about)) await post.needed(job, person, draft)
  }
