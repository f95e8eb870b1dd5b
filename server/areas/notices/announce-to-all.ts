/** The operator's announcements: sent once to every member who wants them, until the expiry date [PWA-5]. */
import type { Deps, Tx } from '../../deps.ts'
import { getsAnnouncementMail, getsAnnouncementPush } from './person.ts'
import type { Announcement } from './announcement.ts'

export type Reach = { mail: number; push: number }

const PAGE = 500

/** The current number of recipients by channel. */
export const reachOf = async ({ read }: Pick<Deps, 'read'>, about: Announcement['about']): Promise<Reach> => {
  const reach = { mail: 0, push: 0 }
  for (let after = 0; ;) {
    const page = await read.notices.memberPage(after, PAGE)
    for (const member of page) {
      if (getsAnnouncementMail(member, about)) reach.mail += 1
      if (member.hasDevice && getsAnnouncementPush(member, about)) reach.push += 1
    }
    const last = page.at(-1)
    if (!last) return reach
    after = last.id
  }
}

/**
 * Repeating the call continues a walk that had failed for good.
 * @returns `same` for a repeat, `taken` if the name belongs to an announcement with other texts
 */
export const announceToAll = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  { id, about, path, texts, expires }: Announcement,
  staff: number | null = null,
): Promise<'done' | 'same' | 'taken' | 'over'> =>
  write(async (tx) => {
    const before = await tx.notices.announcement(id)
    if (before) {
      if (before.about !== about || before.path !== path || !isAlike(before.texts, texts)) return 'taken'
      if (before.doneAt === null) await walk(tx, id, now())
      return 'same'
    }
    if (expires <= now()) return 'over'
    await tx.notices.addAnnouncement({ id, about, path, texts, at: now(), expiresAt: expires })
    await walk(tx, id, now())
    await logged(tx, 'announcement.send', id, staff, now())
    return 'done'
  })

/** The unique key allows one waiting walk. */
const walk = async (tx: Tx, id: string, at: number): Promise<void> => {
  const payload = { announcement: id }
  await tx.jobs.add({ kind: 'announcement.walk', payload, uniqueKey: `announcement ${id}` }, at)
  tx.jobWaits()
}

/** Waiting messages are not sent any more; sent ones cannot be recalled. */
export const stopAnnouncement = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: string,
  staff: number | null = null,
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    const row = await tx.notices.announcement(id)
    if (!row) return 'not_found'
    if (row.expiresAt <= now()) return 'same'
    await tx.notices.endAnnouncement(id, now())
    await logged(tx, 'announcement.stop', id, staff, now())
    return 'done'
  })

const logged = (
  tx: Tx,
  act: 'announcement.send' | 'announcement.stop',
  announcement: string,
  staff: number | null,
  at: number,
) => tx.audit.add({ staff, act, subject: null, before: null, after: { announcement }, reason: '', at })

const isAlike = (one: Announcement['texts'], other: Announcement['texts']): boolean =>
  JSON.stringify(Object.entries(one).toSorted(byName)) === JSON.stringify(Object.entries(other).toSorted(byName))

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)
