/** News or an offer as a push, to members who want such pushes. */
import { announcementPush, textFor } from '../areas/notices/announcement-message.ts'
import { getsAnnouncementPush } from '../areas/notices/person.ts'
import { countMessage } from './announcement-count.ts'
import { pushJob } from './push-deliver.ts'

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
