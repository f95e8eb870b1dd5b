/** The shapes that drawn photos are made of, as SVG. A photo is 800 × 1000. */

/** The colour of outlines. */
export const INK = '#1e1320'

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${radius > 0 ? ` rx="${radius}"` : ''}/>`

export const disc = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${faded(opacity)}/>`

export const area = (path: string, fill: string, opacity = 1): string =>
  `<path d="${path}" fill="${fill}"${faded(opacity)}/>`

/** A thing in front of the person, with the outline that the person has. */
export const outlined = (path: string, fill: string): string =>
  `<path d="${path}" fill="${fill}" stroke="${INK}" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/>`

export const line = (path: string, stroke: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`

const faded = (opacity: number): string => (opacity < 1 ? ` opacity="${opacity}"` : '')
