import type { MessagePhoto } from '#contract/entities/chat.ts'

type Row = Pick<MessagePhoto, 'colours' | 'width' | 'height'>

/** A photo of a message as its two see it. Its content never changes, so its paths may be kept for ever. */
export const messagePhotoOf = (message: number, { colours, width, height }: Row): MessagePhoto => ({
  filename: `/photos/m${message}/full`,
  thumb_filename: `/photos/m${message}/thumb`,
  colours,
  width,
  height,
})
