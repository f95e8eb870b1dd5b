/** Announcements as the desk lists and previews them [DESK-14]. */
import {
  languagesIn,
  type AnnouncementForm,
  type DraftInList,
  type SentAnnouncement,
  type Tally,
} from '#contract/desk/entities/announcement.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { sampleMail } from '../../jobs/post.ts'
import { announcementMail, announcementPush, textFor } from '../notices/announcement.ts'
import type { AnnouncementRow, DraftRow } from '../notices/announcement-queries.ts'

/** The newest announcements of the list. */
const LISTED = 100

export const listAnnouncements = async (
  deps: Pick<Deps, 'read' | 'now'>,
): Promise<DeskAnswer<'announcements.list'>> => {
  const { notices } = deps.read
  const rows = await notices.announcements(LISTED)
  return {
    drafts: (await notices.drafts()).map(draftInList),
    sent: await Promise.all(rows.map(({ row, by }) => sentOf(deps, row, by))),
    total: await notices.announcementCount(),
  }
}

const draftInList = ({ row, madeBy, changedBy }: DraftRow): DraftInList => ({
  id: row.id,
  kind: row.form.kind,
  title: row.form.texts[row.form.fallback]?.title ?? '',
  languages: languagesIn(row.form),
  audience: row.form.audience,
  made_by: madeBy,
  changed_by: changedBy,
  changed_at: row.changedAt,
})

/** @param by the sender's name, or null */
export const sentOf = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  row: AnnouncementRow,
  by: string | null,
): Promise<SentAnnouncement> => {
  const isWalking = row.doneAt === null && row.expiresAt > now()
  const isWaiting = isWalking || (await read.notices.hasWaiting(row.id))
  const failed = await read.notices.failedMessages(row.id)
  const { texts, fallback, expectedMail, expectedPush } = row
  const left = {
    mail: row.mailQueued - row.mailSent - row.mailLeftOut,
    push: row.pushQueued - row.pushSent - row.pushLeftOut,
  }
  const tally = (channel: 'mail' | 'push', expected: number, sent: number, leftOut: number): Tally => {
    // Rows of messages that failed for good are deleted after a while.
    const lost = isWaiting ? Math.min(failed[channel], left[channel]) : left[channel]
    // Members whom the walk has not reached yet wait too.
    const ahead = isWalking ? Math.max(0, expected - sent - leftOut - left[channel]) : 0
    return { expected, sent, waiting: left[channel] - lost + ahead, left_out: leftOut, failed: lost }
  }
  return {
    id: row.id,
    kind: row.about,
    state: row.stoppedAt !== null ? 'stopped' : isWaiting ? 'sending' : 'sent',
    title: texts[fallback]?.title ?? '',
    languages: languagesIn({ texts }),
    audience: row.audience,
    at: row.at,
    by,
    expires: row.expiresAt,
    mail: expectedMail === null ? null : tally('mail', expectedMail, row.mailSent, row.mailLeftOut),
    push: expectedPush === null ? null : tally('push', expectedPush, row.pushSent, row.pushLeftOut),
  }
}

/** An announcement as the draft that it came from. */
export const formOf = ({ about, path, expiresAt, fallback, audience, texts }: AnnouncementRow): AnnouncementForm => ({
  kind: about,
  path,
  last_day: dateOf(expiresAt - 1),
  fallback,
  audience,
  texts,
})

type Sample = Pick<AnnouncementForm, 'kind' | 'path' | 'fallback' | 'texts'>

export const previewOf = (form: Sample, wanted: Locale): DeskAnswer<'announcements.preview'> => {
  const { language, text } = textFor(form, wanted)
  return { language, subject: text.title, push: form.kind === 'service' ? null : announcementPush(text) }
}

/** @param name greets the colleague who looks */
export const mailPage = (
  { settings, env }: Pick<Deps, 'settings' | 'env'>,
  form: Sample,
  wanted: Locale,
  name: string,
): Response => {
  const { language, text } = textFor(form, wanted)
  const draft = announcementMail(env, text, form.path)
  const { html } = sampleMail({ settings, env }, { language, name }, form.kind !== 'service', draft)
  return new Response(html, { headers: FRAME_HEADERS })
}

/** The page of a mail has inline styles and nothing else; only the desk may frame it. */
const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
