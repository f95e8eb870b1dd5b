/** One photo to pinch, double tap and drag. The view is written directly to the style, without rendering. */
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './zoom-area.module.css'

/** `x` and `y` are the offset of the photo's centre from the box's centre, at that scale. */
type View = { scale: number; x: number; y: number }
type Box = { width: number; height: number }
/** Measured from the centre of the box. */
type Point = { x: number; y: number }

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
export const toggledZoom = (view: View, point: Point, box: Box): View =>
  view.scale > 1 ? FITTED : zoomedAt(view, TAP_SCALE, point, box)

type Props = {
  active: boolean
  onZoom?: (zoomed: boolean) => void
  /** The photo returns to its size when the fingers let go; a tap is left to the parent. */
  springs?: boolean
  children: ReactNode
}

const DOUBLE_TAP_MS = 300
/** A tap moves less than this, in pixels. */
const TAP_SLACK = 10

export const ZoomArea = ({ active, onZoom, springs = false, children }: Props) => {
  const area = useRef<HTMLDivElement>(null)
  const view = useRef<View>(FITTED)
  const fingers = useRef(new Map<number, Point>())
  const lastTap = useRef<{ at: number; point: Point } | null>(null)

  const show = (next: View): void => {
    if (next.scale > 1 !== view.current.scale > 1) onZoom?.(next.scale > 1)
    view.current = next
    const { x, y, scale } = next
    area.current?.style.setProperty('--view', scale === 1 ? 'none' : `translate(${x}px, ${y}px) scale(${scale})`)
    area.current?.toggleAttribute('data-zoomed', scale > 1)
  }
  useEffect(() => {
    // After a swipe to another photo, this one starts unzoomed next time.
    if (!active) show(FITTED)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `show` only writes to refs
  }, [active])

  useEffect(() => {
    const photo = area.current
    if (!photo || !springs) return undefined
    // Two fingers on a page that scrolls would scroll it, and the browser would take the pointers away.
    const pinch = (event: TouchEvent): void => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    photo.addEventListener('touchmove', pinch, { passive: false })
    return () => photo.removeEventListener('touchmove', pinch)
  }, [springs])

  const boxOf = (): Box => ({ width: area.current?.clientWidth ?? 1, height: area.current?.clientHeight ?? 1 })
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = area.current?.getBoundingClientRect()
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    fingers.current.set(event.pointerId, pointOf(event))
    if (view.current.scale > 1 || fingers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      show(zoomedAt(view.current, distance(now, other) / Math.max(1, distance(before, other)), middle, boxOf()))
    } else if (view.current.scale > 1) show(moved(view.current, { x: now.x - before.x, y: now.y - before.y }, boxOf()))
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const wasPinch = fingers.current.size > 1
    fingers.current.delete(event.pointerId)
    if (wasPinch && springs) show(FITTED)
    if (wasPinch || springs || event.pointerType === 'mouse') return
    const point = pointOf(event)
    const last = lastTap.current
    const isSecond = last && event.timeStamp - last.at < DOUBLE_TAP_MS && distance(last.point, point) < TAP_SLACK * 3
    lastTap.current = isSecond ? null : { at: event.timeStamp, point }
    if (isSecond) show(toggledZoom(view.current, point, boxOf()))
  }
  const forget = (event: PointerEvent<HTMLDivElement>): void => {
    fingers.current.delete(event.pointerId)
    if (springs) show(FITTED)
  }
  return (
    <div
      ref={area}
      className={classes(styles['area'], springs && styles['springs'])}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={forget}
      onDoubleClick={springs ? undefined : (event) => show(toggledZoom(view.current, pointOf(event), boxOf()))}
    >
      {children}
    </div>
  )
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
