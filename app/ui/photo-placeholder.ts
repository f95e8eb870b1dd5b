/** The placeholder of a photo that has not loaded: a gradient between its four corner colours. */
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
