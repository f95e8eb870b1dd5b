/** A photo that waits for a review, with what helps to decide [DESK-5]. */
import * as v from 'valibot'
import { PHOTO_REASONS, PHOTO_STATUSES } from '../../entities/photo.ts'
import { Count, Id, Timestamp } from '../../fields.ts'

export const DeskPhoto = v.object({
  id: Id,
  owner: v.object({
    id: Id,
    name: v.string(),
    age: v.number(),
    gender: v.picklist(['male', 'female']),
    joined_at: Timestamp,
  }),
  uploaded_at: Timestamp,
  due_at: Timestamp,
  private: v.boolean(),
  /** It may show nudity or a minor: its files are answered only after `photos.show`, which is logged. */
  covered: v.boolean(),
  /** The owner's other photos, newest last. */
  others: v.array(v.object({ id: Id, status: v.picklist(PHOTO_STATUSES), covered: v.boolean() })),
  /** Photos of other accounts that look alike, the most alike first; `likeness` in percent. */
  alike: v.array(v.object({ id: Id, owner: Id, name: v.string(), likeness: Count })),
  /** Earlier rejections of this member's photos. */
  rejected: Count,
})
export type DeskPhoto = v.InferOutput<typeof DeskPhoto>

export const DeskPhotoReason = v.picklist(PHOTO_REASONS, 'invalid')
