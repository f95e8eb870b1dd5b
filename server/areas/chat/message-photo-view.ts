import type { MessagePhoto } from '#contract/entities/chat.ts'

type Row = Pick<MessagePhoto, 'colours' | 'width' | 'height'>

/** A message photo for its two members. Its content never changes, so its paths may be cached for ever. */
export const messagePhotoOf = (message: number, { colours, width, height }: Row): MessagePhoto => ({
  filename: `/photos/m${message}/full`,
  thumb_filename: `/photos/m${message}/thumb`,
  colours,
  width,
  height,
})
