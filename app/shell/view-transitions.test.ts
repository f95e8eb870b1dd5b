// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tappedPhotoOf } from '../state/tapped-photo.ts'
import { aroundNav, moveBack } from './view-transitions.ts'

const { fetchScreen, isScreenLoaded } = vi.hoisted(() => ({
  fetchScreen: vi.fn<(route: string) => Promise<unknown>>(),
  isScreenLoaded: vi.fn<(route: string) => boolean>(),
}))
vi.mock('./screen.tsx', () => ({ fetchScreen, isScreenLoaded }))

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
  fetchScreen.mockReset().mockResolvedValue(undefined)
  isScreenLoaded.mockReset().mockReturnValue(true)
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
    expect(fetchScreen).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(find('#next').style.viewTransitionName).toBe(''))
  })

  test('waits for the code of the next screen, but not for long, and a newer tap replaces one that waits', async () => {
    vi.useFakeTimers()
    browser(false)
    isScreenLoaded.mockReturnValue(false)
    fetchScreen.mockReturnValue(new Promise(() => {}))
    aroundNav(showNext, '/members/7', { transition: true })
    expect(fetchScreen).toHaveBeenCalledExactlyOnceWith('members-id')
    await vi.advanceTimersByTimeAsync(200)
    expect(showNext).not.toHaveBeenCalled()
    aroundNav(showNext, '/members/7', { transition: true })
    await vi.advanceTimersByTimeAsync(300)
    expect(showNext).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  test('does not go on with a tap that waits for its screen once Back has been pressed', async () => {
    vi.useFakeTimers()
    browser(false)
    isScreenLoaded.mockReturnValue(false)
    fetchScreen.mockReturnValue(new Promise(() => {}))
    const before = location.href
    aroundNav(showNext, '/members/7', { transition: true })
    await vi.advanceTimersByTimeAsync(200)
    // Back has changed the address.
    history.replaceState(null, '', '/likes')
    await vi.advanceTimersByTimeAsync(300)
    expect(showNext).not.toHaveBeenCalled()
    aroundNav(showNext, '/members/7', { transition: true })
    await vi.advanceTimersByTimeAsync(300)
    expect(showNext).toHaveBeenCalledOnce()
    history.replaceState(null, '', before)
    vi.useRealTimers()
  })

  test('notes the tapped photo for the screen that has no data yet', () => {
    browser(false)
    find('img').setAttribute('src', 'https://visavis.test/photos/a.webp')
    Object.defineProperty(find('img'), 'currentSrc', { value: 'https://visavis.test/photos/a.webp' })
    aroundNav(showNext, '/members/7', { transition: true })
    expect([tappedPhotoOf('/members/7'), tappedPhotoOf('/members/8')]).toEqual([
      'https://visavis.test/photos/a.webp',
      null,
    ])
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

describe('[SHELL-19] Back', () => {
  const navigation = new EventTarget()
  let steps: string[] = []
  const LEAD = '<div id="lead" data-shared-photo></div>'
  const photo = '<span id="photo"><img alt=""></span>'
  const traverse = (type = 'traverse', hasUAVisualTransition = false): Promise<void> | undefined => {
    let handler: (() => Promise<void>) | undefined
    const event = Object.assign(new Event('navigate'), {
      navigationType: type,
      canIntercept: true,
      hashChange: false,
      hasUAVisualTransition,
      intercept: (options: { handler: () => Promise<void> }) => {
        handler = options.handler
      },
    })
    navigation.dispatchEvent(event)
    // The browser reports the new address before it runs the handler.
    window.dispatchEvent(new PopStateEvent('popstate'))
    return handler?.()
  }
  /** The router's listener. */
  const showList = (): void => {
    steps.push('list')
    find('#screen').innerHTML = `<a href="${location.pathname}">${photo}</a>`
    find('#photo').getBoundingClientRect = () => new DOMRect(0, 10, 20, 20)
  }

  beforeEach(() => {
    Object.assign(window, { navigation })
    if (steps.length === 0) moveBack()
    steps = ['begin']
    find('#screen').innerHTML = LEAD
    browser(false)
    Object.defineProperty(document, 'startViewTransition', {
      configurable: true,
      value: (change: () => void) => {
        steps.push(`old ${document.querySelector<HTMLElement>('#lead')?.style.viewTransitionName}`)
        change()
        steps.push(`new ${document.querySelector<HTMLElement>('#photo')?.style.viewTransitionName}`)
        return { finished: new Promise(() => {}), ready: Promise.resolve(), updateCallbackDone: Promise.resolve() }
      },
    })
    window.addEventListener('popstate', showList)
  })
  afterEach(() => {
    window.removeEventListener('popstate', showList)
    Reflect.deleteProperty(window, 'navigation')
  })

  test('shrinks the photo into its card, once the list is there', async () => {
    await traverse()
    expect(steps).toEqual(['begin', 'old shared-photo', 'list', 'new shared-photo'])
  })

  test('changes at once with reduced motion, under a swipe, without a photo, and for another kind of navigation', () => {
    expect(traverse('push')).toBeUndefined()
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    find('#screen').innerHTML = LEAD
    expect(traverse()).toBeUndefined()
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    find('#screen').innerHTML = ''
    expect(traverse()).toBeUndefined()
    find('#screen').innerHTML = LEAD
    expect(traverse('traverse', true), 'under a swipe, which moves the page itself').toBeUndefined()
    expect(steps).toEqual(['begin', 'list', 'list', 'list', 'list'])
  })
})
