/**
 * Drags a tile to another place: with a mouse at once, with a finger after a short hold, so that the page can still
 * scroll. The order on screen follows; only the drop is saved.
 */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { after } from '../../../ports/clock.ts'

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

/** The list with one item moved; both indexes are those of the original list. */
export const movedTo = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from]
  if (item === undefined || from === to || to < 0 || to >= items.length) return [...items]
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, item)
}

/** The items in the order of their ids; an item that is not among them comes last. */
export const inOrder = <Item extends { id: string }>(items: readonly Item[], ids: readonly string[]): Item[] => {
  const place = ({ id }: Item): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((one, other) => place(one) - place(other))
}

type Box = { left: number; top: number; width: number; height: number }

/** The index of the tile with the centre nearest to a finger. */
export const nearestTile = (boxes: readonly Box[], x: number, y: number): number => {
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, { left, top, width, height }] of boxes.entries()) {
    const distance = Math.hypot(x - left - width / 2, y - top - height / 2)
    if (distance < least) [nearest, least] = [index, distance]
  }
  return nearest
}
