/** Computes the view of a zoomed photo after a pinch, a double tap or a drag. Pure; sizes in CSS pixels. */

/** `x` and `y` are the offset of the photo's centre from the box's centre, at that scale. */
export type View = { scale: number; x: number; y: number }
export type Box = { width: number; height: number }
/** Measured from the centre of the box. */
export type Point = { x: number; y: number }

export const FITTED: View = { scale: 1, x: 0, y: 0 }
const SCALE_MAX = 5
const TAP_SCALE = 2.5

/** Adds 0 to avoid -0, which differs from 0 when styles are compared. */
const within = (value: number, bound: number): number => Math.max(-bound, Math.min(bound, value)) + 0

/** The photo's edge never comes inside the box. */
const clamped = ({ scale, x, y }: View, { width, height }: Box): View => {
  const [right, down] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
  return { scale, x: within(x, right), y: within(y, down) }
}

/** Zooms around a point, which stays in place. */
export const zoomedAt = (view: View, factor: number, point: Point, box: Box): View => {
  const scale = Math.max(1, Math.min(SCALE_MAX, view.scale * factor))
  const grown = scale / view.scale
  return clamped({ scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }, box)
}

export const moved = (view: View, by: Point, box: Box): View =>
  clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, box)

/** A double tap zooms in where it hits, and out again. */
export const toggled = (view: View, point: Point, box: Box): View =>
  view.scale > 1 ? FITTED : zoomedAt(view, TAP_SCALE, point, box)
