/** Groups complaints with the same text [DESK-4]: one text that thousands send takes one row of the queue and one answer. */
import { createHash } from 'node:crypto'

/** The hash of the text without case, punctuation and spacing, which senders of one text may change. */
export const textGroup = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return createHash('sha256').update(words).digest('base64url').slice(0, 22)
}
