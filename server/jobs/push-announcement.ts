/** News or an offer as a push, to members who want such pushes. */
import { getsAnnouncementPush } from '../areas/notices/person.ts'
import { pushJob } from './push-deliver.ts'

export const pushAnnouncement = pushJob('announcement', async ({ read, now }, person, { announcement, at }) => {
  const row = await read.notices.announcement(announcement)
  if (!row || row.expiresAt <= now()) return null
  if (!getsAnnouncementPush(person, row.about)) return null
  const { title, push: body } = row.texts[person.language]
  return { title, body, subject: announcement, path: row.path, at }
})
