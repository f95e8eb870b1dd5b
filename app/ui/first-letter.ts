/**
 * A letter that nothing after it changes: neither a combining mark nor a joiner follows. Nearly every name begins so, and a
 * segmenter, which knows all writing systems, costs a start more than a whole list of chats.
 */
const PLAIN_LETTER = /^\p{Script=Latin}(?=$|[\p{Script=Latin}\s.'’-])/u

let segmenter: Intl.Segmenter | undefined

/** The letter that stands in for a missing portrait. */
export const firstLetter = (name: string): string => {
  const text = name.trim()
  const plain = PLAIN_LETTER.exec(text)?.[0]
  if (plain !== undefined) return plain.toUpperCase()
  segmenter ??= new Intl.Segmenter()
  for (const { segment } of segmenter.segment(text)) return segment.toUpperCase()
  return ''
}
