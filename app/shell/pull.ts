/**
 * A finger that pulls a list down at its top. The listeners are passive: a pull begins only where nothing can scroll further up, and
 * never takes a scroll away from the browser.
 */
type Point = { x: number; y: number }

/** Within this distance, in pixels, the finger may still be tapping, scrolling or drawing a row aside. */
const SLACK = 10
/** A list that was pulled this far refreshes. */
export const REACH = 64
const FARTHEST = 88
/** The list resists the finger. */
const RESISTANCE = 0.5

/** @returns how far the list is pulled; null if the movement is something else */
export const pullDistance = (from: Point, to: Point): number | null => {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (Math.hypot(x, y) <= SLACK) return 0
  return y > Math.abs(x) ? distanceAt(y) : null
}

/** @param y how far down the finger is from where it began */
const distanceAt = (y: number): number => Math.max(0, Math.min(FARTHEST, (y - SLACK) * RESISTANCE))

export type Pull = {
  /** The list is pulled this far; 0 ends the pull. */
  show: (distance: number) => void
  refresh: () => void
}

/** @returns the function that stops listening */
export const followPulls = (page: Document, { show, refresh }: Pull): (() => void) => {
  let from: Point | null = null
  let distance = 0
  const move = (to: number): void => {
    if (to !== distance) show(to)
    distance = to
  }
  const end = (): void => {
    from = null
    move(0)
  }
  const onStart = ({ touches, target }: TouchEvent): void => {
    const [finger] = touches
    // A second finger zooms.
    if (touches.length !== 1 || !finger) return end()
    from = isAtTop(page, target) ? pointOf(finger) : null
  }
  const onMove = ({ touches: [finger] }: TouchEvent): void => {
    if (from === null || !finger) return
    // A movement that has become a pull stays one, wherever the finger goes.
    const to = distance > 0 ? distanceAt(finger.clientY - from.y) : pullDistance(from, pointOf(finger))
    if (to === null) end()
    else move(to)
  }
  const onEnd = (): void => {
    const isFar = distance >= REACH
    end()
    if (isFar) refresh()
  }
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal } as const
  page.addEventListener('touchstart', onStart, options)
  page.addEventListener('touchmove', onMove, options)
  page.addEventListener('touchend', onEnd, options)
  page.addEventListener('touchcancel', end, options)
  return () => listening.abort()
}

const pointOf = ({ clientX: x, clientY: y }: Touch): Point => ({ x, y })

/** Neither the page nor a list in it is scrolled, and no dialog is open. */
const isAtTop = (page: Document, target: EventTarget | null): boolean => {
  if ((page.scrollingElement?.scrollTop ?? 0) > 0 || page.querySelector('dialog[open]') !== null) return false
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement)
    if (at.scrollTop > 0) return false
  return true
}
