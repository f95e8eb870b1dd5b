/**
 * Drags a tile to another place: with a mouse at once, with a finger after a short hold, so that the page can still
 * scroll. The order on screen follows; only the drop is saved.
 */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { after } from '../../../ports/clock.ts'
import { nearestTile } from './photo-order.ts'

const REST_MS = 220
/** A finger that moves further than this, in pixels, before the hold ends is scrolling. */
const SLACK = 8

/** A pointer that is down. `over` is the place of the lifted tile; it cannot wait for a render, as a quick drag ends before. */
type Drag = { index: number; x: number; y: number; boxes: DOMRect[]; id: number; over: number | null }

export const useDragOrder = (grid: RefObject<HTMLUListElement | null>, onDrop: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const start = useRef<Drag | null>(null)
  const cancelRest = useRef<(() => void) | null>(null)

  const stop = (): void => {
    cancelRest.current?.()
    cancelRest.current = null
    start.current = null
    setDragged(null)
    setOver(null)
  }
  useEffect(() => {
    const list = grid.current
    // Stops the page from scrolling under a dragged tile. React's touch listener is passive and could not.
    const hold = (event: TouchEvent): void => {
      if (dragged !== null && event.cancelable) event.preventDefault()
    }
    list?.addEventListener('touchmove', hold, { passive: false })
    return () => list?.removeEventListener('touchmove', hold)
  }, [grid, dragged])

  const lift = (): void => {
    const from = start.current
    if (!from) return
    grid.current?.setPointerCapture(from.id)
    setDragged(from.index)
    moveOver(from, from.index)
  }
  const moveOver = (from: Drag, place: number): void => {
    from.over = place
    setOver(place)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLUListElement>): void => {
      const tiles = [...(grid.current?.querySelectorAll<HTMLElement>('[data-photo]') ?? [])]
      const target = event.target instanceof Element ? event.target : null
      const index = tiles.findIndex((tile) => tile.contains(target))
      if (index < 0 || tiles.length < 2 || event.button !== 0 || target?.closest('button, a, [popover]')) return
      const boxes = tiles.map((tile) => tile.getBoundingClientRect())
      start.current = { index, x: event.clientX, y: event.clientY, boxes, id: event.pointerId, over: null }
      if (event.pointerType !== 'mouse') cancelRest.current = after(REST_MS, lift)
    },
    onPointerMove: (event: PointerEvent<HTMLUListElement>): void => {
      const from = start.current
      if (!from || from.id !== event.pointerId) return
      if (from.over === null) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return
        if (event.pointerType !== 'mouse') {
          stop()
          return
        }
        lift()
      }
      moveOver(from, nearestTile(from.boxes, event.clientX, event.clientY))
    },
    onPointerUp: (): void => {
      const from = start.current
      stop()
      if (from && from.over !== null) onDrop(from.index, from.over)
    },
    onPointerCancel: stop,
  }
  return { dragged, over, handlers }
}
