/** A photo that waits for a review, with what helps to decide [DESK-5]. */
import * as v from 'valibot'
import { PHOTO_REASONS, PHOTO_STATUSES } from '../../entities/photo.ts'
import { Count, Id, Timestamp } from '../../fields.ts'

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
  /** It may show nudity or a minor: its files are answered only after `photos.show`, which is logged. */
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
