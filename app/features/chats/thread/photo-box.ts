/** The size of a photo in a conversation: its own proportions, but neither a strip nor a tower. */
import type { MessagePhoto } from '#contract/entities/chat.ts'

const WIDTH_MAX = 260
const HEIGHT_MAX = 320
const SIDE_MIN = 120

export type PhotoBox = { width: number; height: number }

/** In pixels; a square while the size of the photo is unknown. */
export const photoBox = ({ width, height }: Pick<MessagePhoto, 'width' | 'height'>): PhotoBox => {
  if (width <= 0 || height <= 0) return { width: 220, height: 220 }
  const scale = Math.min(WIDTH_MAX / width, HEIGHT_MAX / height)
  return {
    width: Math.max(SIDE_MIN, Math.round(width * scale)),
    height: Math.max(SIDE_MIN, Math.round(height * scale)),
  }
}
