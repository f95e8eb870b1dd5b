/** Announcements to members as drafts and as sent ones, and the desk's calls about them [DESK-14]. */
import * as v from 'valibot'
import { Count, Id, IdText, OperatorText, Timestamp } from '../fields.ts'
import { LOCALES } from '../locales.ts'
import {
  ANNOUNCEMENT_KINDS,
  AnnouncementForm,
  AnnouncementKindField,
  AnnouncementReach,
  Audience,
  ConfirmedReach,
} from './announcement-form.ts'
import type { DeskCall } from './call.ts'

/** The messages of one channel. */
const Tally = v.object({
  /** The recipients when it was sent. */
  expected: Count,
  sent: Count,
  waiting: Count,
  /** Not sent: stopped, expired, or the member withdrew, left or has the app open. */
  left_out: Count,
  /** Failed for good, after many attempts. */
  failed: Count,
})
export type Tally = v.InferOutput<typeof Tally>

const ANNOUNCEMENT_STATES = ['sending', 'sent', 'stopped'] as const

const About = {
  kind: v.picklist(ANNOUNCEMENT_KINDS),
  /** The subject in the fallback language; empty while nobody has written it. */
  title: v.string(),
  languages: v.array(v.picklist(LOCALES)),
  audience: Audience,
}

/** An announcement that was sent, or is being sent. */
export const SentAnnouncement = v.object({
  ...About,
  id: v.string(),
  state: v.picklist(ANNOUNCEMENT_STATES),
  at: Timestamp,
  /** Null for a command before the site had staff. */
  by: v.nullable(v.string()),
  /** The first moment after the last day of sending, or the moment of the stop. */
  expires: Timestamp,
  /** Null for one of an older version, which did not count. */
  mail: v.nullable(Tally),
  push: v.nullable(Tally),
})
export type SentAnnouncement = v.InferOutput<typeof SentAnnouncement>

export const DraftInList = v.object({
  ...About,
  id: Id,
  made_by: v.string(),
  changed_by: v.string(),
  changed_at: Timestamp,
})
export type DraftInList = v.InferOutput<typeof DraftInList>

/** A draft with the number of its version: whoever saves names the version they have seen. */
export const AnnouncementDraft = v.object({
  id: Id,
  version: Count,
  form: AnnouncementForm,
  made_by: v.string(),
  changed_by: v.string(),
  changed_at: Timestamp,
})
export type AnnouncementDraft = v.InferOutput<typeof AnnouncementDraft>

/** An announcement as a member of one language gets it. */
const AnnouncementPreview = v.object({
  /** The language of the text: the fallback if the wanted one has none. */
  language: v.picklist(LOCALES),
  /** The mail itself is a page of its own (`announcements.draft_mail`, `announcements.mail`). */
  subject: v.string(),
  /** Null for `service`. */
  push: v.nullable(v.object({ title: v.string(), body: v.string() })),
})

const ANNOUNCING = ['marketing', 'owner'] as const

const byDraft = v.object({ id: IdText })
const AnnouncementName = v.pipe(v.string('required'), v.regex(/^(?:[a-z0-9][a-z0-9-]{2,28}|D-\d{1,15})$/, 'invalid'))
const bySent = v.object({ id: AnnouncementName })
const LanguageField = v.picklist(LOCALES, 'invalid')

/** The version and the number of recipients that somebody has seen. */
const sendBody = v.object({ version: Count, confirmed: ConfirmedReach })
const sendErrors = ['not_found', 'changed_meanwhile', 'recipients_changed', 'role_required', 'not_possible'] as const
const SentId = v.object({ id: v.string() })

export const announcementCalls = {
  'announcements.list': {
    method: 'GET',
    path: 'announcements',
    roles: ANNOUNCING,
    response: v.object({
      drafts: v.array(DraftInList),
      /** The newest first. */
      sent: v.array(SentAnnouncement),
      /** All that were ever sent; the list has the newest of them. */
      total: Count,
    }),
    errors: [],
  },
  /** The choices of an audience. */
  'announcements.countries': {
    method: 'GET',
    path: 'announcements/countries',
    roles: ANNOUNCING,
    response: v.object({ countries: v.array(v.string()) }),
    errors: [],
  },
  /** Counts the recipients of now; nothing is sent. */
  'announcements.reach': {
    method: 'POST',
    path: 'announcements/reach',
    roles: ANNOUNCING,
    body: v.object({ kind: AnnouncementKindField, audience: Audience }),
    response: AnnouncementReach,
    errors: [],
  },
  'announcements.get': {
    method: 'GET',
    path: 'announcements/sent/:id',
    roles: ANNOUNCING,
    params: bySent,
    /** `form`: its texts, for a copy. */
    response: v.object({ announcement: SentAnnouncement, form: AnnouncementForm }),
    errors: ['not_found'],
  },
  'announcements.preview': {
    method: 'GET',
    path: 'announcements/sent/:id/preview/:language',
    roles: ANNOUNCING,
    params: v.object({ ...bySent.entries, language: LanguageField }),
    response: AnnouncementPreview,
    errors: ['not_found'],
  },
  /** The mail as a page, for a frame. */
  'announcements.mail': {
    method: 'GET',
    path: 'announcements/sent/:id/mail/:language',
    roles: ANNOUNCING,
    params: v.object({ ...bySent.entries, language: LanguageField }),
    response: 'file',
    errors: ['not_found'],
  },
  /** Messages that wait are not sent any more; sent ones cannot be recalled. */
  'announcements.stop': {
    method: 'POST',
    path: 'announcements/sent/:id/stop',
    roles: ANNOUNCING,
    params: bySent,
    body: v.object({ reason: OperatorText }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile'],
  },
  /** Begins a draft, empty or as a copy. */
  'announcements.add': {
    method: 'POST',
    path: 'announcements/drafts',
    roles: ANNOUNCING,
    body: v.object({ form: v.nullable(AnnouncementForm) }),
    response: v.object({ id: Id }),
    errors: [],
  },
  'announcements.draft': {
    method: 'GET',
    path: 'announcements/drafts/:id',
    roles: ANNOUNCING,
    params: byDraft,
    response: AnnouncementDraft,
    errors: ['not_found'],
  },
  /** Stores a draft while somebody writes. */
  'announcements.save': {
    method: 'PUT',
    path: 'announcements/drafts/:id',
    roles: ANNOUNCING,
    params: byDraft,
    body: v.object({ version: Count, form: AnnouncementForm }),
    response: v.object({ version: Count }),
    errors: ['not_found', 'changed_meanwhile'],
  },
  'announcements.discard': {
    method: 'DELETE',
    path: 'announcements/drafts/:id',
    roles: ANNOUNCING,
    params: byDraft,
    response: v.object({}),
    errors: ['not_found'],
  },
  'announcements.draft_preview': {
    method: 'GET',
    path: 'announcements/drafts/:id/preview/:language',
    roles: ANNOUNCING,
    params: v.object({ ...byDraft.entries, language: LanguageField }),
    response: AnnouncementPreview,
    errors: ['not_found'],
  },
  'announcements.draft_mail': {
    method: 'GET',
    path: 'announcements/drafts/:id/mail/:language',
    roles: ANNOUNCING,
    params: v.object({ ...byDraft.entries, language: LanguageField }),
    response: 'file',
    errors: ['not_found'],
  },
  /** Mails the draft to the caller's own address. */
  'announcements.test': {
    method: 'POST',
    path: 'announcements/drafts/:id/test',
    roles: ANNOUNCING,
    params: byDraft,
    body: v.object({ language: LanguageField }),
    response: v.object({ mail: v.string() }),
    errors: ['not_found'],
  },
  /** Sends news or an offer. A repeat of a call that had succeeded sends nothing again. */
  'announcements.send': {
    method: 'POST',
    path: 'announcements/drafts/:id/send',
    roles: ANNOUNCING,
    params: byDraft,
    body: sendBody,
    response: SentId,
    errors: sendErrors,
  },
  /** Sends a draft of `service`, which reaches everyone. */
  'announcements.send_service': {
    method: 'POST',
    path: 'announcements/drafts/:id/send-service',
    roles: ['owner'],
    params: byDraft,
    body: sendBody,
    response: SentId,
    errors: sendErrors,
  },
} as const satisfies Record<string, DeskCall>
