/**
 * The operator's announcements: sent once to every member of the audience who wants them, until the expiry date
 * [PWA-5].
 */
import type { AnnouncementReach } from '#contract/desk/announcement-form.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { Deps, Tx } from '../../deps.ts'
import { getsAnnouncementMail, getsAnnouncementPush } from './person.ts'
import type { Announcement } from './announcement.ts'

const PAGE = 200

/** The current recipients. A member with a mail and a push counts once among the members. */
export const reachOf = async (
  { read, now, pause }: Pick<Deps, 'read' | 'now' | 'pause'>,
  { about, audience }: Pick<Announcement, 'about' | 'audience'>,
): Promise<AnnouncementReach> => {
  const reach = { mail: 0, push: 0, members: 0 }
  const byLanguage = new Map<Locale, number>()
  for (let after = 0; ;) {
    const page = await read.notices.audiencePage(about, audience, now(), after, PAGE)
    for (const member of page) {
      const getsMail = getsAnnouncementMail(member, about)
      const getsPush = member.hasDevice && getsAnnouncementPush(member, about)
      if (getsMail) reach.mail += 1
      if (getsPush) reach.push += 1
      if (!getsMail && !getsPush) continue
      reach.members += 1
      byLanguage.set(member.language, (byLanguage.get(member.language) ?? 0) + 1)
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
    // Requests of members run between two pages.
    await pause(0)
  }
  const languages = LOCALES.flatMap((language) => {
    const members = byLanguage.get(language) ?? 0
    return members === 0 ? [] : [{ language, members }]
  })
  return { ...reach, languages }
}

type Sending = {
  /** Null only while the site has no staff. */
  staff: number | null
  /** The recipients that somebody was shown before the sending. */
  reach: Pick<AnnouncementReach, 'mail' | 'push'>
}

/**
 * Stores an announcement and starts the walk over its recipients. A repeated call continues a walk that had failed for good.
 * @returns `same` for a repeat, `taken` if the name belongs to another announcement, `over` if its last day has passed
 */
export const announceToAll = ({ write, now }: Pick<Deps, 'write' | 'now'>, announcement: Announcement, by: Sending) =>
  write((tx) => announceIn(tx, announcement, by, now()))

/** `announceToAll` inside a transaction that also does something else. */
export const announceIn = async (
  tx: Tx,
  announcement: Announcement,
  { staff, reach }: Sending,
  at: number,
): Promise<'done' | 'same' | 'taken' | 'over'> => {
  const { id, about, path, texts, fallback, audience, expires } = announcement
  const before = await tx.notices.announcement(id)
  if (before) {
    if (!isAlike(before, announcement)) return 'taken'
    if (before.doneAt === null) await addWalk(tx, id, at)
    return 'same'
  }
  if (expires <= at) return 'over'
  await tx.notices.addAnnouncement({
    id,
    about,
    path,
    texts,
    fallback,
    audience,
    staff,
    at,
    expiresAt: expires,
    expectedMail: reach.mail,
    expectedPush: reach.push,
  })
  await addWalk(tx, id, at)
  const after = { announcement: id, about, audience, mail: reach.mail, push: reach.push }
  await tx.audit.add({ staff, act: 'announcement.send', after, at })
  tx.deskChanged('announcements')
  return 'done'
}

/** Adds the job that walks over the recipients. Its unique key allows one waiting walk. */
const addWalk = async (tx: Tx, id: string, at: number): Promise<void> => {
  const payload = { announcement: id }
  await tx.jobs.add({ kind: 'announcement.walk', payload, uniqueKey: `announcement ${id}` }, at)
}

/** Waiting messages are not sent any more; sent ones cannot be recalled. */
export const stopAnnouncement = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  id: string,
  { staff, reason }: { staff: number | null; reason: string },
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    const row = await tx.notices.announcement(id)
    if (!row) return 'not_found'
    if (row.expiresAt <= now()) return 'same'
    await tx.notices.endAnnouncement(id, now())
    const after = { announcement: id }
    await tx.audit.add({ staff, act: 'announcement.stop', after, reason, at: now() })
    tx.deskChanged('announcements')
    return 'done'
  })

type Content = Pick<Announcement, 'about' | 'path' | 'fallback' | 'audience' | 'texts'>

const isAlike = (one: Content, other: Content): boolean => contentText(one) === contentText(other)

/** The same text for the same content, however its keys are ordered. */
const contentText = ({ about, path, fallback, audience, texts }: Content): string =>
  JSON.stringify([
    about,
    path,
    fallback,
    [audience.languages, audience.countries, audience.last_seen?.is, audience.last_seen?.days],
    LOCALES.map((locale) => {
      const text = texts[locale]
      return text ? [text.title, text.push, text.mail, text.button] : null
    }),
  ])
