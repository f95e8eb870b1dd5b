// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SwipeChoice } from '#contract/entities/like.ts'
import { useDrag } from './use-drag.ts'

const choose = vi.fn<(choice: SwipeChoice) => void>()

const Game = () => {
  const box = useRef<HTMLDivElement>(null)
  useDrag(box, choose)
  return (
    <div ref={box}>
      <div data-deck="">
        <div data-role="next" />
        <div data-role="top">
          <i data-stamp="like" />
          <i data-stamp="pass" />
        </div>
      </div>
      <button type="button" data-key="like" />
      <button type="button" data-key="pass" />
    </div>
  )
}

const WIDTH_PX = 400
const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

let now = 0
/** @param pause ms since the last event; the usual one is too long for a flick */
const point = (type: string, x: number, y = 0, change: PointerEventInit = {}, pause = 1_000): void => {
  const event = new PointerEvent(type, {
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    bubbles: true,
    ...change,
  })
  now += pause
  Object.defineProperty(event, 'timeStamp', { value: now })
  find('[data-deck]').dispatchEvent(event)
}

beforeEach(() => {
  choose.mockReset()
  render(<Game />)
  Object.defineProperty(find('[data-deck]'), 'clientWidth', { value: WIDTH_PX })
  find('[data-deck]').setPointerCapture = vi.fn<(id: number) => void>()
})

afterEach(cleanup)

describe('[LIKE-5] a dragged card', () => {
  test('follows the finger, and its stamp and button show the choice', () => {
    point('pointerdown', 200)
    point('pointermove', 240, 10)
    expect(find('[data-role="top"]').style.transform).toContain('translate3d(40px, 10px, 0)')
    expect(Number(find('[data-stamp="like"]').style.opacity)).toBeGreaterThan(0)
    expect(Number(find('[data-stamp="pass"]').style.opacity)).toBe(0)
    expect(find('[data-key="like"]').style.transform).not.toBe('scale(1)')
  })

  test.each<[number, SwipeChoice]>([
    [180, 'like'],
    [-180, 'pass'],
  ])('released %i px aside is the choice %s, and its styles are the style sheet’s again', (distance, choice) => {
    point('pointerdown', 200)
    point('pointermove', 200 + distance)
    point('pointerup', 200 + distance)
    expect(choose.mock.calls).toEqual([[choice]])
    expect(find('[data-role="top"]').style.transform).toBe('')
    expect(find(`[data-key="${choice}"]`).style.transform).toBe('')
  })

  test('released near the middle springs back and is no choice', () => {
    point('pointerdown', 200)
    point('pointermove', 240)
    point('pointerup', 240)
    expect(choose).not.toHaveBeenCalled()
    expect(find('[data-role="top"]').style.transform).toBe('')
  })

  test('flicked a short way is a choice, because the speed decides', () => {
    point('pointerdown', 200)
    point('pointermove', 210, 0, {}, 16)
    point('pointermove', 236, 0, {}, 16)
    point('pointerup', 240, 0, {}, 16)
    expect(choose.mock.calls).toEqual([['like']])
  })

  test('drawn out slowly and back again is no choice, although it ends far out', () => {
    point('pointerdown', 200)
    point('pointermove', 460)
    point('pointermove', 320)
    point('pointerup', 320)
    expect(choose).not.toHaveBeenCalled()
  })

  test('is no choice if the browser takes the pointer away', () => {
    point('pointerdown', 200)
    point('pointermove', 380)
    point('pointercancel', 380)
    expect(choose).not.toHaveBeenCalled()
  })

  test('stays where it is for a tap, for a second finger and for the right mouse button', () => {
    point('pointerdown', 200)
    point('pointermove', 203)
    point('pointermove', 380, 0, { pointerId: 2, isPrimary: false })
    point('pointerup', 203)
    point('pointerdown', 200, 0, { button: 2 })
    point('pointermove', 380)
    point('pointerup', 380)
    expect(find('[data-role="top"]').style.transform).toBe('')
    expect(choose).not.toHaveBeenCalled()
  })

  test('is released when the game closes during a drag', () => {
    const card = find('[data-role="top"]')
    point('pointerdown', 200)
    point('pointermove', 300)
    cleanup()
    expect(card.style.transform).toBe('')
  })
})
