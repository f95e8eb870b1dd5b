/** Drafts of announcements: written together, previewed, tested and sent at the desk [DESK-14]. */
import {
  announcementFaults,
  audienceOf,
  endOfDay,
  EVERYONE,
  isAboutAsMany,
  isBegun,
  type AnnouncementForm,
  type AnnouncementReach,
  type AnnouncementTexts,
} from '#contract/desk/announcement-form.ts'
import type { AnnouncementDraft } from '#contract/desk/announcements.ts'
import { deskCallOf } from '#contract/desk/calls.ts'
import type { Json } from '#contract/desk/audit.ts'
import type { FieldError } from '#contract/errors.ts'
import { DAY_MS } from '#contract/limits.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps } from '../../deps.ts'
import type { Staff } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/reply.ts'
import { announceIn, reachOf } from '../notices/announce-to-all.ts'
import type { Announcement } from '../notices/announcement.ts'
import type { DraftRow } from '../notices/announcement-queries.ts'

type Needs = Pick<Deps, 'write' | 'now'>

/** A new draft offers a last day two weeks ahead. */
const OPEN_DAYS = 14

const emptyForm = (now: number): AnnouncementForm => ({
  kind: 'news',
  path: '/',
  last_day: dateOf(now + OPEN_DAYS * DAY_MS),
  fallback: DEFAULT_LOCALE,
  audience: EVERYONE,
  texts: {},
})

export const draftOf = ({ row, madeBy, changedBy }: DraftRow): AnnouncementDraft => ({
  id: row.id,
  version: row.version,
  form: row.form,
  made_by: madeBy,
  changed_by: changedBy,
  changed_at: row.changedAt,
})

/** @param form null for an empty draft */
export const addDraft = ({ write, now }: Needs, staff: Staff, form: AnnouncementForm | null): Promise<{ id: number }> =>
  write(async (tx) => {
    const id = await tx.notices.addDraft(form ?? emptyForm(now()), staff.id, now())
    await tx.audit.add({ staff: staff.id, act: 'announcement.draft', after: { draft: id }, at: now() })
    tx.deskChanged('announcements')
    return { id }
  })

/**
 * Stores what somebody writes. The audit gets a row when another person continues a draft, with the draft as it was;
 * a row for each pause in typing would bury everything else.
 */
export const saveDraft = (
  { write, now }: Needs,
  staff: Staff,
  { id, version, form }: { id: number; version: number; form: AnnouncementForm },
): Promise<{ version: number } | DeskRefusal> =>
  write(async (tx) => {
    const draft = await tx.notices.draft(id)
    if (!draft) return refuseDesk('not_found')
    if (draft.row.version !== version) return refuseDesk('changed_meanwhile', { by: draft.changedBy })
    await tx.notices.setDraft(id, form, staff.id, now())
    if (draft.row.changedBy !== staff.id)
      await tx.audit.add({
        staff: staff.id,
        act: 'announcement.change',
        before: formJson(draft.row.form),
        after: { draft: id },
        at: now(),
      })
    tx.deskChanged('announcements')
    return { version: version + 1 }
  })

export const discardDraft = ({ write, now }: Needs, staff: Staff, id: number): Promise<DeskRefusal | null> =>
  write(async (tx) => {
    const draft = await tx.notices.draft(id)
    if (!draft) return refuseDesk('not_found')
    await tx.notices.dropDraft(id)
    await tx.audit.add({
      staff: staff.id,
      act: 'announcement.discard',
      before: formJson(draft.row.form),
      after: { draft: id },
      at: now(),
    })
    tx.deskChanged('announcements')
    return null
  })

/** Mails the draft, as it is then, to the colleague. */
export const testDraft = (
  { write, now }: Needs,
  staff: Staff,
  { id, language }: { id: number; language: Locale },
): Promise<{ mail: string } | DeskRefusal> =>
  write(async (tx) => {
    if (!(await tx.notices.draft(id))) return refuseDesk('not_found')
    await tx.jobs.add({ kind: 'mail.announcement_test', payload: { draft: id, staff: staff.id, language } }, now())
    await tx.audit.add({ staff: staff.id, act: 'announcement.test', after: { draft: id, language }, at: now() })
    return { mail: staff.mail }
  })

type Sending = {
  id: number
  /** The version that the caller has seen. */
  version: number
  confirmed: Pick<AnnouncementReach, 'members'>
  /** Whether the caller used the call for `service`, which has rights of its own. */
  isService: boolean
}

/** The draft becomes an announcement in one transaction. A repeat finds the announcement and sends nothing again. */
export const sendDraft = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'pause'>,
  staff: Staff,
  sending: Sending,
): Promise<{ id: string } | DeskRefusal> => {
  const { read, write, now } = deps
  const name = nameOf(sending.id)
  const draft = await read.notices.draft(sending.id)
  if (!draft) return (await read.notices.announcement(name)) ? { id: name } : refuseDesk('not_found')
  const refused = faultIn(draft, sending, now())
  if (refused) return refused
  const announcement = announcementFrom(name, draft.row.form)
  const reach = await reachOf(deps, announcement)
  if (!isAboutAsMany(sending.confirmed.members, reach.members)) return refuseDesk('recipients_changed')
  return write(async (tx) => {
    // Counting took a while, and a colleague may have been faster.
    const newest = await tx.notices.draft(sending.id)
    if (newest?.row.version !== sending.version) return refuseDesk('changed_meanwhile', { by: newest?.changedBy ?? '' })
    await announceIn(tx, announcement, { staff: staff.id, reach }, now())
    await tx.notices.dropDraft(sending.id)
    return { id: name }
  })
}

/** Names of commands have no capital letters, so none of them is the name of a draft. */
const nameOf = (draft: number): string => `D-${draft}`

const faultIn = ({ row, changedBy }: DraftRow, { version, isService }: Sending, now: number): DeskRefusal | null => {
  if (row.version !== version) return refuseDesk('changed_meanwhile', { by: changedBy })
  if (row.form.kind === 'service' && !isService) {
    const { roles } = deskCallOf('announcements.send_service')
    return refuseDesk('role_required', typeof roles === 'string' ? {} : { roles })
  }
  if (row.form.kind !== 'service' && isService) return refuseDesk('not_possible')
  const faults = announcementFaults(row.form, now)
  if (faults.length === 0) return null
  const fields: Record<string, FieldError> = Object.fromEntries(faults.map(({ field, fault }) => [field, fault]))
  return refuseDesk('invalid_input', { fields })
}

const announcementFrom = (id: string, form: AnnouncementForm): Announcement => ({
  id,
  about: form.kind,
  expires: form.last_day === null ? 0 : endOfDay(form.last_day),
  path: form.path,
  fallback: form.fallback,
  audience: audienceOf(form),
  texts: trimmed(form),
})

/** Texts of languages in which nobody has written are left out. */
const trimmed = ({ texts, kind }: AnnouncementForm): AnnouncementTexts =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const text = texts[locale]
      if (!isBegun(text, kind)) return []
      const { title, push, mail, button } = text
      return [[locale, { title: title.trim(), push: push.trim(), mail: mail.trim(), button: button.trim() }]]
    }),
  )

const formJson = (form: AnnouncementForm): Json => ({
  ...form,
  texts: Object.fromEntries(Object.entries(form.texts).map(([locale, text]) => [locale, text ?? null])),
})
