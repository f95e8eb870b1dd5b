// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followPulls, pullDistance, REACH } from './pull.ts'

const from = { x: 100, y: 100 }

test('[SHELL-22] only a movement downwards is a pull, and the list resists the finger', () => {
  expect(pullDistance(from, { x: 104, y: 106 })).toBe(0)
  expect(pullDistance(from, { x: 100, y: 150 })).toBe(20)
  expect(pullDistance(from, { x: 160, y: 150 })).toBeNull()
  expect(pullDistance(from, { x: 100, y: 60 })).toBeNull()
  expect(pullDistance(from, { x: 100, y: 2_000 })).toBeLessThan(100)
})

const show = vi.fn<(distance: number) => void>()
const refresh = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  document.body.innerHTML = '<div id="list"><p id="row">a row</p></div>'
  stop = followPulls(document, { show, refresh })
})
afterEach(() => {
  stop()
  vi.clearAllMocks()
})

const part = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`#${id}`)
  if (found === null) throw new Error(`no ${id}`)
  return found
}

/** Dispatches a touch; @returns whether the browser may still scroll */
const touch = (type: string, ys: readonly number[], x = 100): boolean => {
  const touches = ys.map((clientY) => ({ clientX: x, clientY }))
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { touches })
  return part('row').dispatchEvent(event)
}

const pull = (to: number, x = 100): void => {
  touch('touchstart', [100])
  touch('touchmove', [Math.min(to, 130)], x)
  touch('touchmove', [to], x)
  touch('touchend', [])
}

const FAR = 100 + 2 * REACH + 20

describe('[SHELL-22] a list that is pulled', () => {
  test('refreshes once the finger lets go far enough', () => {
    touch('touchstart', [100])
    touch('touchmove', [130])
    touch('touchmove', [FAR])
    expect(show).toHaveBeenLastCalledWith(expect.any(Number))
    expect(refresh).not.toHaveBeenCalled()
    touch('touchend', [])
    expect(refresh).toHaveBeenCalledOnce()
    expect(show).toHaveBeenLastCalledWith(0)
  })

  test('does nothing if the finger lets go earlier, or returns', () => {
    pull(150)
    touch('touchstart', [100])
    touch('touchmove', [FAR])
    touch('touchmove', [110])
    touch('touchend', [])
    expect(refresh).not.toHaveBeenCalled()
  })

  test('never takes a scroll from the browser', () => {
    touch('touchstart', [100])
    expect(touch('touchmove', [FAR])).toBe(true)
  })

  test('is left alone while the list, or the page, is scrolled down', () => {
    part('list').scrollTop = 40
    pull(FAR)
    part('list').scrollTop = 0
    document.documentElement.scrollTop = 40
    pull(FAR)
    document.documentElement.scrollTop = 0
    expect(show).not.toHaveBeenCalled()
    expect(refresh).not.toHaveBeenCalled()
  })

  test('is left alone under an open dialog, by two fingers, and by a finger that draws a row aside', () => {
    pull(FAR, 400)
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
    pull(FAR)
    document.querySelector('dialog')?.remove()
    touch('touchstart', [100, 300])
    touch('touchmove', [FAR, 300])
    touch('touchend', [])
    expect(refresh).not.toHaveBeenCalled()
  })

  test('is left alone after the listeners stopped', () => {
    stop()
    pull(FAR)
    expect(refresh).not.toHaveBeenCalled()
  })
})
