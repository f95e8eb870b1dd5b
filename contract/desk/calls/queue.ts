/** The desk's calls about the queue and about photos [DESK-4], [DESK-5]. */
import * as v from 'valibot'
import { PHOTO_SIZES } from '../../entities/photo.ts'
import { Count, Id, IdText, OperatorText, Timestamp } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { DeskPhoto, DeskPhotoReason } from '../entities/photo.ts'
import { Queue, QUEUE_FILTERS, QueueCounts } from '../entities/queue.ts'
import { CASE_ROLES, DECIDING_ROLES } from '../roles.ts'
import { Subject } from '../subject.ts'

/** Each role gets its own kinds (`kindsOf`). */
const QUEUE_ROLES = ['moderator', 'support', 'finance', 'owner'] as const

const byPhoto = v.object({ id: IdText })
/** The desk writes notes to members; they may be empty. */
const Note = v.optional(v.pipe(v.string('invalid'), v.trim(), v.maxLength(2_000, 'too_long')), '')

export const queueCalls = {
  'queue.list': {
    method: 'GET',
    path: 'queue',
    roles: QUEUE_ROLES,
    query: v.object({
      filter: v.optional(v.picklist(QUEUE_FILTERS, 'invalid'), 'all'),
      /** `next` of the page before. */
      after: v.optional(v.pipe(v.string(), v.maxLength(120, 'too_long'))),
    }),
    response: Queue,
    errors: [],
  },
  'queue.counts': {
    method: 'GET',
    path: 'queue/counts',
    roles: 'staff',
    background: true,
    response: QueueCounts,
    errors: [],
  },
  /** Claims a row for 10 minutes, extends the caller's own claim, or with a reason takes over a colleague's. */
  'queue.claim': {
    method: 'POST',
    path: 'queue/claim',
    roles: QUEUE_ROLES,
    about: 'subject',
    body: v.object({ subject: Subject, take_over: v.optional(OperatorText) }),
    response: v.object({ case: Id, until: Timestamp }),
    errors: ['claimed_by_other', 'not_found'],
  },
  /** `released` is false if the caller had no claim any more. */
  'queue.release': {
    method: 'POST',
    path: 'queue/release',
    roles: QUEUE_ROLES,
    body: v.object({ subject: Subject }),
    response: v.object({ released: v.boolean() }),
    errors: [],
  },
  /** The oldest first; `after` is the last id of the page before. */
  'photos.list': {
    method: 'GET',
    path: 'photos',
    roles: DECIDING_ROLES,
    query: v.object({ after: v.optional(IdText) }),
    response: v.object({ photos: v.array(DeskPhoto), total: Count, members: Count, more: v.boolean() }),
    errors: [],
  },
  /** The picture. A covered one is answered only to those who have opened it by `photos.show`, except for its blur. */
  'photos.file': {
    method: 'GET',
    path: 'photos/:id/:size',
    roles: CASE_ROLES,
    background: true,
    params: v.object({ id: IdText, size: v.picklist(PHOTO_SIZES, 'invalid') }),
    response: 'file',
    errors: ['not_found'],
  },
  /** Logs that the caller looks at a covered photo; `audit` is the row. */
  'photos.show': {
    method: 'POST',
    path: 'photos/:id/show',
    roles: DECIDING_ROLES,
    params: byPhoto,
    response: v.object({ audit: Id, at: Timestamp }),
    errors: ['not_found'],
  },
  'photos.approve': {
    method: 'POST',
    path: 'photos/:id/approve',
    roles: DECIDING_ROLES,
    about: 'photo',
    params: byPhoto,
    response: v.object({ undo_until: Timestamp }),
    errors: ['not_found', 'changed_meanwhile'],
  },
  'photos.reject': {
    method: 'POST',
    path: 'photos/:id/reject',
    roles: DECIDING_ROLES,
    about: 'photo',
    params: byPhoto,
    /** The member reads the note. *Other* is no reason without it [DESK-8]. */
    body: v.pipe(
      v.object({ reason: DeskPhotoReason, note: Note }),
      v.forward(
        v.check(({ reason, note }) => reason !== 'other' || note !== '', 'required'),
        ['note'],
      ),
    ),
    response: v.object({ undo_until: Timestamp }),
    errors: ['not_found', 'changed_meanwhile'],
  },
  /** The photo waits again; only for the reviewer, and only for some minutes. */
  'photos.undo': {
    method: 'POST',
    path: 'photos/:id/undo',
    roles: DECIDING_ROLES,
    about: 'photo',
    params: byPhoto,
    response: v.object({ undone: v.boolean() }),
    errors: ['not_found'],
  },
} as const satisfies Record<string, DeskCall>
