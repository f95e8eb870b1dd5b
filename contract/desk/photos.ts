/** Photos that wait for a review, with what helps to decide, and the calls about them [DESK-5]. */
import * as v from 'valibot'
import { PHOTO_REASONS, PHOTO_SIZES, PHOTO_STATUSES } from '../entities/photo.ts'
import { Count, Id, IdText, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'
import { CASE_ROLES, DECIDING_ROLES } from './roles.ts'

/** A photo of another account that looks alike; `likeness` in percent, 100 for the same file. */
export const AlikePhoto = v.object({ id: Id, owner: Id, name: v.string(), likeness: Count, covered: v.boolean() })
export type AlikePhoto = v.InferOutput<typeof AlikePhoto>

export const DeskPhoto = v.object({
  id: Id,
  owner: v.object({
    id: Id,
    name: v.string(),
    age: v.number(),
    gender: v.picklist(['male', 'female']),
    joined_at: Timestamp,
    /** The language of the statement. Older servers do not name it. */
    language: v.optional(v.string(), ''),
  }),
  uploaded_at: Timestamp,
  due_at: Timestamp,
  private: v.boolean(),
  /** The photo may show nudity or a minor: its files are answered only after `photos.show`, which is logged. */
  covered: v.boolean(),
  /** The owner's other photos, newest last. */
  others: v.array(v.object({ id: Id, status: v.picklist(PHOTO_STATUSES), covered: v.boolean() })),
  /** The most alike first. */
  alike: v.array(AlikePhoto),
  /** Earlier rejections of this member's photos. */
  rejected: Count,
})
export type DeskPhoto = v.InferOutput<typeof DeskPhoto>

export const DeskPhotoReason = v.picklist(PHOTO_REASONS, 'invalid')

const byPhoto = v.object({ id: IdText })
/** The desk writes notes to members; they may be empty. */
const Note = v.optional(v.pipe(v.string('invalid'), v.trim(), v.maxLength(2_000, 'too_long')), '')

export const photoCalls = {
  /** The oldest first. While colleagues review as well, the grid begins with photos of the caller's share of the members. */
  'photos.list': {
    method: 'GET',
    path: 'photos',
    roles: DECIDING_ROLES,
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
