// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDragOrder, inOrder, movedTo, nearestTile } from './use-drag-order.ts'

const drop = vi.fn<(from: number, to: number) => void>()
const TILES = [0, 1, 2]
const TILE_PX = 100

const Grid = () => {
  const grid = useRef<HTMLUListElement>(null)
  const { dragged, over, handlers } = useDragOrder(grid, drop)
  return (
    <ul ref={grid} {...handlers} data-dragged={dragged ?? ''} data-over={over ?? ''}>
      {TILES.map((index) => (
        <li key={index} data-photo={index}>
          <i />
          <button type="button">menu</button>
        </li>
      ))}
    </ul>
  )
}

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

/** @param x in tiles: 2.5 is the centre of the third */
const send = (type: string, x: number, at = '[data-photo="0"] i', change: PointerEventInit = {}): void => {
  find(at).dispatchEvent(
    new PointerEvent(type, {
      clientX: x * TILE_PX,
      clientY: TILE_PX / 2,
      pointerId: 1,
      pointerType: 'mouse',
      bubbles: true,
      ...change,
    }),
  )
}
const point = (...event: Parameters<typeof send>): void => act(() => send(...event))
const finger = { pointerType: 'touch' }
const dragged = (): string | undefined => find('ul').dataset['dragged']

beforeEach(() => {
  vi.useFakeTimers()
  drop.mockReset()
  render(<Grid />)
  find('ul').setPointerCapture = vi.fn<(id: number) => void>()
  for (const index of TILES)
    find(`[data-photo="${index}"]`).getBoundingClientRect = () => new DOMRect(index * TILE_PX, 0, TILE_PX, TILE_PX)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('[PROF-3] a photo that is dragged to another place', () => {
  test('with a mouse moves at once, and the drop saves the order', () => {
    point('pointerdown', 0.5)
    point('pointermove', 1.2)
    point('pointermove', 2.4)
    expect(find('ul').dataset['over']).toBe('2')
    point('pointerup', 2.4)
    expect(drop.mock.calls).toEqual([[0, 2]])
    expect(dragged()).toBe('')
  })

  test('lands where a quick drag ends, although the screen has not followed yet', () => {
    point('pointerdown', 0.5)
    act(() => {
      send('pointermove', 1.2)
      send('pointermove', 2.4)
      send('pointerup', 2.4)
    })
    expect(drop.mock.calls).toEqual([[0, 2]])
    expect(dragged()).toBe('')
  })

  test('with a finger moves after a short hold', () => {
    point('pointerdown', 0.5, undefined, finger)
    act(() => void vi.advanceTimersByTime(220))
    expect(dragged()).toBe('0')
    point('pointermove', 1.5, undefined, finger)
    point('pointerup', 1.5, undefined, finger)
    expect(drop.mock.calls).toEqual([[0, 1]])
  })

  test('stays when the finger scrolls before the hold ends', () => {
    point('pointerdown', 0.5, undefined, finger)
    point('pointermove', 0.8, undefined, finger)
    act(() => void vi.advanceTimersByTime(1_000))
    expect(dragged()).toBe('')
    point('pointerup', 2.4, undefined, finger)
    expect(drop).not.toHaveBeenCalled()
  })

  test('stays after a click, by its menu, and when the browser takes the pointer away', () => {
    point('pointerdown', 0.5)
    point('pointerup', 0.5)
    point('pointerdown', 0.5, '[data-photo="0"] button')
    point('pointermove', 2.5, '[data-photo="0"] button')
    point('pointerup', 2.5, '[data-photo="0"] button')
    point('pointerdown', 0.5)
    point('pointermove', 2.5)
    point('pointercancel', 2.5)
    point('pointerup', 2.5)
    expect(drop).not.toHaveBeenCalled()
  })

  test('follows only the finger that began it', () => {
    point('pointerdown', 0.5)
    point('pointermove', 1.2)
    point('pointermove', 1.5)
    point('pointermove', 2.5, undefined, { pointerId: 2 })
    expect(find('ul').dataset['over']).toBe('1')
  })
})

test('[PROF-9] a photo moves to its new place, and the others close the gap', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
})

test('[PROF-9] an invalid target or the own place changes nothing', () => {
  for (const [from, to] of [
    [1, 1],
    [0, 9],
    [5, 0],
    [0, -1],
  ] as const)
    expect(movedTo(['a', 'b'], from, to)).toEqual(['a', 'b'])
})

test('a finger is over the tile with the nearest centre', () => {
  const boxes = [0, 100, 200].map((left) => ({ left, top: 0, width: 100, height: 120 }))
  expect(nearestTile(boxes, 95, 10)).toBe(0)
  expect(nearestTile(boxes, 105, 200)).toBe(1)
  expect(nearestTile([], 1, 1)).toBe(-1)
})

test('the order of ids puts unknown items last', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(inOrder(items, ['c', 'x', 'a']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})
