/** Counts the messages of an announcement that were sent or left out. */
import type { Channel, Outcome } from '../areas/notices/announcement-queries.ts'
import type { Deps } from '../deps.ts'

/** Pages of the desk hear of each so many messages, and of the last one. */
const HINT_EVERY = 50

/** The count and the end of its job are one transaction, so a job that runs again counts once. */
export const countMessage = (
  { write }: Pick<Deps, 'write'>,
  { announcement, job, channel, outcome }: { announcement: string; job: number; channel: Channel; outcome: Outcome },
): Promise<void> =>
  write(async (tx) => {
    if (!(await tx.jobs.done(job))) return
    const left = await tx.notices.countMessage(announcement, channel, outcome)
    if (left % HINT_EVERY === 0) tx.deskChanged('announcements')
  })
