// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aroundNav } from './view-transitions.ts'

const starts = vi.fn<(change: () => void) => void>()
let names: string[] = []

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
/** The next screen takes the place of this one. */
const showNext = vi.fn<(to: string) => void>(() => {
  find('#screen').innerHTML = '<div id="next" data-shared-photo></div>'
})
const browser = (reduces: boolean): void => {
  vi.stubGlobal('matchMedia', () => ({ matches: reduces }))
  Object.defineProperty(document, 'startViewTransition', {
    configurable: true,
    value: (change: () => void) => {
      names = [find('#photo').style.viewTransitionName]
      starts(change)
      change()
      names.push(document.querySelector<HTMLElement>('#next')?.style.viewTransitionName ?? '')
      return { finished: Promise.resolve(), ready: Promise.reject(new Error('skipped')) }
    },
  })
}

beforeEach(() => {
  document.body.innerHTML =
    '<main id="main"><div id="screen"><a href="/members/7"><span id="photo"><img alt=""></span></a></div></main><a href="/likes">Likes</a>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'startViewTransition')
  starts.mockReset()
  showNext.mockClear()
})

describe('[SHELL-19] the motion between two screens', () => {
  test('carries the photo of the tapped card into the next screen, and takes its name off at the end', async () => {
    browser(false)
    aroundNav(showNext, '/members/7', { transition: true })
    expect(names).toEqual(['shared-photo', 'shared-photo'])
    await vi.waitFor(() => expect(find('#next').style.viewTransitionName).toBe(''))
  })

  test('fades a tab in with an animation that lets taps through', () => {
    browser(false)
    const fade = vi.fn<(frames: unknown, timing: unknown) => void>()
    Object.assign(find('#main'), { animate: fade })
    aroundNav(showNext, '/likes', { transition: true })
    expect(starts).not.toHaveBeenCalled()
    expect(showNext).toHaveBeenCalledOnce()
    expect(fade.mock.calls).toEqual([[{ opacity: [0, 1] }, { duration: 160, easing: 'ease-out' }]])
  })

  test('is off with reduced motion and for a link without it', () => {
    const fade = vi.fn<() => void>()
    Object.assign(find('#main'), { animate: fade })
    browser(true)
    aroundNav(showNext, '/likes', { transition: true })
    aroundNav(showNext, '/members/7', { transition: true })
    browser(false)
    aroundNav(showNext, '/likes')
    expect(fade).not.toHaveBeenCalled()
    expect(starts).not.toHaveBeenCalled()
    expect(showNext).toHaveBeenCalledTimes(3)
  })
})
