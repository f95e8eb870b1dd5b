// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ZoomArea, FITTED, moved, toggledZoom, zoomedAt } from './zoom-area.tsx'

afterEach(cleanup)

const ignore = (): void => {}

const area = (springs: boolean): HTMLElement => {
  render(
    <ZoomArea active springs={springs} onZoom={ignore}>
      <img alt="Anna" />
    </ZoomArea>,
  )
  const found = screen.getByAltText('Anna').parentElement
  if (found === null) throw new Error('no area')
  found.setPointerCapture = vi.fn()
  return found
}

const finger = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 0, pointerType: 'touch' })

const spread = (on: HTMLElement): void => {
  fireEvent.pointerDown(on, finger(1, -20))
  fireEvent.pointerDown(on, finger(2, 20))
  fireEvent.pointerMove(on, finger(2, 100))
}

const view = (area: HTMLElement): string => area.style.getPropertyValue('--view')

test('[PROF-2] two fingers enlarge the photo of a profile, and it returns to its size when one lets go', () => {
  const photo = area(true)
  spread(photo)
  expect(view(photo)).toContain('scale(3)')
  fireEvent.pointerUp(photo, finger(2, 100))
  expect(view(photo)).toBe('none')
})

test('[PROF-2] in the viewer the photo stays enlarged', () => {
  const photo = area(false)
  spread(photo)
  fireEvent.pointerUp(photo, finger(2, 100))
  expect(view(photo)).toContain('scale(3)')
})

const touches = (count: number): Event =>
  Object.assign(new Event('touchmove', { cancelable: true }), { touches: Array.from({ length: count }) })

test('two fingers on the photo of a profile do not scroll the page, one does', () => {
  const photo = area(true)
  expect(photo.dispatchEvent(touches(2))).toBe(false)
  expect(photo.dispatchEvent(touches(1))).toBe(true)
})

const box = { width: 400, height: 800 }

test('the point under the fingers stays under them', () => {
  const view = zoomedAt(FITTED, 2, { x: 50, y: -100 }, box)
  expect(view).toEqual({ scale: 2, x: -50, y: 100 })
  // The point of the photo that was 50 from the middle is at 50 again: 50 * 2 - 50.
  expect(50 * view.scale + view.x).toBe(50)
})

test('never smaller than the box, never larger than five times the box', () => {
  expect(zoomedAt(FITTED, 0.2, { x: 0, y: 0 }, box)).toEqual(FITTED)
  expect(zoomedAt(FITTED, 100, { x: 0, y: 0 }, box).scale).toBe(5)
})

test('the edge of the photo never comes inside the box', () => {
  const view = moved({ scale: 2, x: 0, y: 0 }, { x: 1_000, y: -1_000 }, box)
  expect(view).toEqual({ scale: 2, x: 200, y: -400 })
  expect(moved(FITTED, { x: 30, y: 30 }, box)).toEqual(FITTED)
})

test('a double tap zooms in where it hits, and out again', () => {
  const near = toggledZoom(FITTED, { x: 100, y: 0 }, box)
  expect(near.scale).toBe(2.5)
  expect(toggledZoom(near, { x: 0, y: 0 }, box)).toEqual(FITTED)
})
