// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followKeyboard, isPhone } from './screen-size.ts'

test('[SHELL-13] a smartphone counts as a phone in both orientations; tablets and desktops do not', () => {
  for (const [innerWidth, innerHeight] of [
    [390, 844],
    [844, 390],
    [320, 568],
  ] as const)
    expect(isPhone({ innerWidth, innerHeight })).toBe(true)
  for (const [innerWidth, innerHeight] of [
    [768, 1024],
    [1024, 768],
    [1280, 800],
  ] as const)
    expect(isPhone({ innerWidth, innerHeight })).toBe(false)
})

afterEach(() => void vi.unstubAllGlobals())

test('[CHAT-11] a keyboard that lies over a conversation takes its height, and the header stays; a pinch takes nothing', () => {
  const view = Object.assign(new EventTarget(), { height: 800, scale: 1, offsetTop: 0 })
  vi.stubGlobal('visualViewport', view)
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const field = document.body.appendChild(document.createElement('textarea'))
  const heightAfter = (change: Partial<typeof view>): string => {
    Object.assign(view, change).dispatchEvent(new Event('resize'))
    return document.documentElement.style.getPropertyValue('--visible-height')
  }
  const stop = followKeyboard()
  expect(heightAfter({ height: 700 }), 'the bars of the browser').toBe('')
  field.focus()
  expect(heightAfter({ height: 450, offsetTop: 350 })).toBe('450px')
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
  expect(heightAfter({ height: 225, scale: 2 })).toBe('')
  expect(heightAfter({ height: 450, scale: 1 })).toBe('450px')
  field.blur()
  expect(heightAfter({ height: 800 })).toBe('')
  field.focus()
  expect(heightAfter({ height: 450 })).toBe('450px')
  stop()
  field.remove()
  expect(document.documentElement.style.getPropertyValue('--visible-height')).toBe('')
})
