/** Announcements as the desk lists and previews them, and its calls about them [DESK-14]. */
import { audienceOf, languagesIn, type AnnouncementForm } from '#contract/desk/announcement-form.ts'
import type { announcementCalls, DraftInList, SentAnnouncement, Tally } from '#contract/desk/announcements.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import { refuseDesk } from '../../http/reply.ts'
import type { DeskHandlers } from '../../http/mount-desk.ts'
import { sampleMail } from '../../jobs/post.ts'
import { reachOf, stopAnnouncement } from '../notices/announce-to-all.ts'
import type { AnnouncementRow, DraftRow } from '../notices/announcement-queries.ts'
import { announcementMail, announcementPush, textFor } from '../notices/announcement.ts'
import { addDraft, discardDraft, draftOf, saveDraft, sendDraft, testDraft } from './announcement-drafts.ts'

export const announcementRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof announcementCalls> => {
  const { notices } = deps.read
  const draftForm = async (id: number) => (await notices.draft(id))?.row.form
  const sentForm = async (id: string) => {
    const row = await notices.announcement(id)
    return row && formOf(row)
  }
  return {
    'announcements.list': () => listAnnouncements(deps),
    'announcements.countries': async () => ({ countries: deps.settings().countries }),
    'announcements.reach': ({ body }) => reachOf(deps, { about: body.kind, audience: audienceOf(body) }),
    'announcements.get': async ({ params }) => {
      const row = await notices.announcement(params.id)
      if (!row) return refuseDesk('not_found')
      const by = row.staff === null ? null : ((await deps.read.staff.byId(row.staff))?.name ?? null)
      return { announcement: await sentOf(deps, row, by), form: formOf(row) }
    },
    'announcements.preview': async ({ params }) => {
      const form = await sentForm(params.id)
      return form ? previewOf(form, params.language) : refuseDesk('not_found')
    },
    'announcements.mail': async ({ params }, { name }) => {
      const form = await sentForm(params.id)
      return form ? mailPage(deps, form, params.language, name) : refuseDesk('not_found')
    },
    'announcements.stop': async ({ params, body }, staff) => {
      switch (await stopAnnouncement(deps, params.id, { staff: staff.id, reason: body.reason })) {
        case 'done':
          return {}
        case 'same':
          return refuseDesk('changed_meanwhile')
        case 'not_found':
          return refuseDesk('not_found')
      }
    },
    'announcements.add': ({ body }, staff) => addDraft(deps, staff, body.form),
    'announcements.draft': async ({ params }) => {
      const row = await notices.draft(params.id)
      return row ? draftOf(row) : refuseDesk('not_found')
    },
    'announcements.save': ({ params, body }, staff) => saveDraft(deps, staff, { id: params.id, ...body }),
    'announcements.discard': async ({ params }, staff) => (await discardDraft(deps, staff, params.id)) ?? {},
    'announcements.draft_preview': async ({ params }) => {
      const form = await draftForm(params.id)
      return form ? previewOf(form, params.language) : refuseDesk('not_found')
    },
    'announcements.draft_mail': async ({ params }, { name }) => {
      const form = await draftForm(params.id)
      return form ? mailPage(deps, form, params.language, name) : refuseDesk('not_found')
    },
    'announcements.test': ({ params, body }, staff) => testDraft(deps, staff, { id: params.id, ...body }),
    'announcements.send': ({ params, body }, staff) =>
      sendDraft(deps, staff, { id: params.id, ...body, isService: false }),
    'announcements.send_service': ({ params, body }, staff) =>
      sendDraft(deps, staff, { id: params.id, ...body, isService: true }),
  }
}

/** The newest announcements of the list. */
const LISTED = 100

const listAnnouncements = async (deps: Pick<Deps, 'read' | 'now'>): Promise<DeskAnswer<'announcements.list'>> => {
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
const sentOf = async (
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
const formOf = ({ about, path, expiresAt, fallback, audience, texts }: AnnouncementRow): AnnouncementForm => ({
  kind: about,
  path,
  last_day: dateOf(expiresAt - 1),
  fallback,
  audience,
  texts,
})

type Sample = Pick<AnnouncementForm, 'kind' | 'path' | 'fallback' | 'texts'>

const previewOf = (form: Sample, wanted: Locale): DeskAnswer<'announcements.preview'> => {
  const { language, text } = textFor(form, wanted)
  return { language, subject: text.title, push: form.kind === 'service' ? null : announcementPush(text) }
}

/** @param name of the colleague, for the greeting */
const mailPage = (
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
