/** The placeholders of a photo: a gradient between its four corner colours until it has loaded, and a letter where there is none. */
import type { CSSProperties } from 'react'
import type { Photo } from '#contract/entities/photo.ts'

const CORNERS = ['0% 0%', '100% 0%', '0% 100%', '100% 100%']

/** Returns no style for a photo without colours; the skeleton's background shows then. */
export const placeholderOf = (image: Pick<Photo, 'colours'> | null): CSSProperties | undefined => {
  const colours = image?.colours.match(/.{6}/g)
  if (!colours || colours.length < CORNERS.length) return undefined
  const glows = CORNERS.map((corner, index) => `radial-gradient(at ${corner}, #${colours[index]}, transparent 75%)`)
  return { background: `${glows.join(', ')}, #${colours[3]}` }
}

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
