// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterMovement } from '../ports/idle.ts'
import { tappedPhotoOf } from '../state/tapped-photo.ts'
import { aroundNav, watchMoves } from './screen-motion.ts'

const { fetchScreen, isScreenLoaded } = vi.hoisted(() => ({
  fetchScreen: vi.fn<(route: string) => Promise<unknown>>(),
  isScreenLoaded: vi.fn<(route: string) => boolean>(),
}))
vi.mock('./screen.tsx', () => ({ fetchScreen, isScreenLoaded }))

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}
/** The next screen takes the place of this one. */
const showNext = vi.fn<(to: string) => void>(() => {
  find('#screen').innerHTML = `<div id="next" data-shared-photo>${PHOTO}</div>`
})
const reduced = (reduces: boolean): void => {
  vi.stubGlobal('matchMedia', () => ({ matches: reduces }))
}
const copy = (): HTMLImageElement | null => document.querySelector('[data-moves]')
const PHOTO = '<img alt="" style="object-position: 50% 50%">'
let card: DOMRect
const moves = vi.fn<(frames: { transform?: string[] }, timing: unknown) => void>()
const ends: (() => void)[] = []
const spies: { mockRestore: () => unknown }[] = []

beforeAll(() => watchMoves())
beforeEach(() => {
  fetchScreen.mockReset().mockResolvedValue(undefined)
  isScreenLoaded.mockReset().mockReturnValue(true)
  // Photos of 200 × 200 pixels, in a link as large as a card and on a screen as large as a phone's.
  spies.push(vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(200))
  spies.push(vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(200))
  spies.push(
    vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('https://visavis.test/photos/a.webp'),
  )
  spies.push(
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.parentElement?.id === 'beside') return new DOMRect(-400, 0, 400, 400)
      return this.closest('a') ? card : new DOMRect(0, 0, 400, 400)
    }),
  )
  spies.push(
    vi.spyOn(Element.prototype, 'animate').mockImplementation(((frames: { transform?: string[] }, timing: unknown) => {
      moves(frames, timing)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      return { finished: promise }
    }) as unknown as Element['animate']), // the code under test reads nothing of an animation but its end
  )
  card = new DOMRect(10, 20, 100, 100)
  reduced(false)
  document.body.innerHTML = `<main id="main"><div id="screen"><a href="/members/7"><span id="photo">${PHOTO}</span></a></div></main><a href="/likes">Likes</a>`
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  for (const spy of spies.splice(0)) spy.mockRestore()
  vi.unstubAllGlobals()
  moves.mockReset()
  showNext.mockClear()
})

const transforms = (): (string[] | undefined)[] => moves.mock.calls.map(([{ transform }]) => transform).filter(Boolean)

describe('[SHELL-19] the motion between two screens', () => {
  test('moves a copy of the tapped photo from its card to its place on the next screen, which is there at once', async () => {
    aroundNav(showNext, '/members/7', { transition: true })
    expect(showNext).toHaveBeenCalledOnce()
    expect(fetchScreen).not.toHaveBeenCalled()
    expect(copy()?.src).toBe('https://visavis.test/photos/a.webp')
    expect(copy()?.style.cssText).toBe('width: 400px; height: 400px;')
    expect(transforms()).toEqual([['translate(10px, 20px) scale(0.25)', 'translate(0px, 0px) scale(1)']])
    expect(document.documentElement.dataset['awaits'], 'the photo of the screen is hidden').toBe('')
    await vi.waitFor(() => expect(document.documentElement.dataset['awaits']).toBeUndefined())
    expect(copy()).not.toBeNull()
    for (const end of ends.splice(0)) end()
    await vi.waitFor(() => expect(copy()).toBeNull())
  })

  test('moves the photo of the tapped link, which Safari does not focus, not that of an earlier link to the same profile', () => {
    find('#screen').insertAdjacentHTML('afterbegin', `<a href="/members/7"><span id="beside">${PHOTO}</span></a>`)
    find('#photo').click()
    aroundNav(showNext, '/members/7', { transition: true })
    expect(transforms()).toEqual([['translate(10px, 20px) scale(0.25)', 'translate(0px, 0px) scale(1)']])
  })

  test('counts as a movement before the next screen runs its effects', async () => {
    const task = vi.fn<() => void>()
    showNext.mockImplementationOnce(() => afterMovement(task))
    aroundNav(showNext, '/members/7', { transition: true })
    expect(task).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(task).toHaveBeenCalledOnce())
  })

  test('shows the next screen at once if its photo or the tapped one is not there', () => {
    showNext.mockImplementationOnce(() => {
      find('#screen').innerHTML = '<div data-shared-photo></div>'
    })
    aroundNav(showNext, '/members/7', { transition: true })
    find('#screen').innerHTML = `<a href="/members/7"><span>${PHOTO}</span></a>`
    spies.push(vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0))
    aroundNav(showNext, '/members/7', { transition: true })
    expect(showNext).toHaveBeenCalledTimes(2)
    expect(copy()).toBeNull()
  })

  test('waits for the code of the next screen, but not for long, and a newer tap replaces one that waits', async () => {
    vi.useFakeTimers()
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

  test('drops a tap that waits for its screen once Back has been pressed', async () => {
    vi.useFakeTimers()
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
    aroundNav(showNext, '/members/7', { transition: true })
    expect([tappedPhotoOf('/members/7'), tappedPhotoOf('/members/8')]).toEqual([
      'https://visavis.test/photos/a.webp',
      null,
    ])
  })

  test('fades a tab in with an animation that lets taps through', () => {
    aroundNav(showNext, '/likes', { transition: true })
    expect(showNext).toHaveBeenCalledOnce()
    expect(moves.mock.calls).toEqual([[{ opacity: [0, 1] }, { duration: 160, easing: 'ease-out' }]])
  })

  test('is off with reduced motion and for a link without it', () => {
    reduced(true)
    aroundNav(showNext, '/likes', { transition: true })
    aroundNav(showNext, '/members/7', { transition: true })
    reduced(false)
    aroundNav(showNext, '/likes')
    expect(moves).not.toHaveBeenCalled()
    expect(showNext).toHaveBeenCalledTimes(3)
  })
})

const popState = (hasUAVisualTransition: boolean): Event =>
  Object.assign(new PopStateEvent('popstate'), { hasUAVisualTransition })
const back = (event: Event): void => {
  history.replaceState(null, '', '/members')
  window.dispatchEvent(event)
}

describe('[SHELL-19] Back', () => {
  const LEAD = `<div data-shared-photo>${PHOTO}</div>`
  /** The router's listener. */
  const showList = vi.fn<() => void>(() => {
    find('#screen').innerHTML = `<a href="/members/7"><span>${PHOTO}</span></a>`
  })
  beforeAll(() => {
    window.addEventListener('popstate', showList)
  })
  afterAll(() => window.removeEventListener('popstate', showList))
  beforeEach(() => {
    showList.mockClear()
    find('#screen').innerHTML = LEAD
    aroundNav((to) => history.replaceState(null, '', to), '/members/7')
  })

  test('shrinks the photo into its card, once the list is there', () => {
    back(popState(false))
    expect(showList).toHaveBeenCalledOnce()
    expect(copy()?.style.cssText).toBe('width: 100px; height: 100px;')
    expect(transforms()).toEqual([['translate(0px, 0px) scale(4)', 'translate(10px, 20px) scale(1)']])
    expect(find('a img').dataset['awaits'], 'the photo of the card is hidden').toBe('')
  })

  test.each([
    ['with reduced motion', () => reduced(true), () => popState(false)],
    ['from a screen without a photo', () => (find('#screen').innerHTML = ''), () => popState(false)],
    ['under a swipe, which moves the page itself', () => {}, () => popState(true)],
    ['in a browser that cannot tell whether it moves the page itself', () => {}, () => new Event('popstate')],
  ])('changes at once %s', (_when, prepare, event) => {
    prepare()
    back(event())
    expect(showList).toHaveBeenCalledOnce()
    expect(copy()).toBeNull()
  })

  test('moves the photo that is in view, not another one beside it', () => {
    find('#screen').innerHTML = `<div data-shared-photo><span id="beside">${PHOTO}</span>${PHOTO}</div>`
    back(popState(false))
    expect(transforms()).toEqual([['translate(0px, 0px) scale(4)', 'translate(10px, 20px) scale(1)']])
  })

  test('does not move to a card that is out of view', () => {
    card = new DOMRect(10, 5_000, 100, 100)
    back(popState(false))
    expect(showList).toHaveBeenCalledOnce()
    expect(copy()).toBeNull()
  })
})
