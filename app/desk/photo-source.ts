import type { PhotoSize } from '#contract/entities/photo.ts'
import { deskUrlOf } from './calls.ts'

/** The address of a member's photo, as the desk sees it. */
export const photoSource = (photo: number, size: PhotoSize = 'thumb'): string =>
  deskUrlOf('photos.file', { params: { id: String(photo), size } })
