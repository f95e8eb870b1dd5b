/** The desk's calls about announcements to members [DESK-14]. */
import * as v from 'valibot'
import { Count, Id, IdText, OperatorText } from '../../fields.ts'
import { LOCALES } from '../../locales.ts'
import type { DeskCall } from '../call.ts'
import {
  AnnouncementDraft,
  AnnouncementForm,
  AnnouncementKindField,
  AnnouncementPreview,
  AnnouncementReach,
  Audience,
  ConfirmedReach,
  DraftInList,
  SentAnnouncement,
} from '../entities/announcement.ts'

const ANNOUNCING = ['marketing', 'owner'] as const

const byDraft = v.object({ id: IdText })
const AnnouncementName = v.pipe(v.string('required'), v.regex(/^(?:[a-z0-9][a-z0-9-]{2,28}|D-\d{1,15})$/, 'invalid'))
const bySent = v.object({ id: AnnouncementName })
const LanguageField = v.picklist(LOCALES, 'invalid')

/** The version and the number of recipients that somebody has seen. */
const sendBody = v.object({ version: Count, confirmed: ConfirmedReach })
const sendErrors = ['not_found', 'changed_meanwhile', 'recipients_changed', 'role_required', 'not_possible'] as const
const Sent = v.object({ id: v.string() })

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
    response: Sent,
    errors: sendErrors,
  },
  /** Sends a draft of `service`, which reaches everyone. */
  'announcements.send_service': {
    method: 'POST',
    path: 'announcements/drafts/:id/send-service',
    roles: ['owner'],
    params: byDraft,
    body: sendBody,
    response: Sent,
    errors: sendErrors,
  },
} as const satisfies Record<string, DeskCall>
