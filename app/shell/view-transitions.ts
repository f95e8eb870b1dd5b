/**
 * The motion between two screens: the photo of a tapped card or row grows into the photo of the next screen; a tab fades
 * in. Only links with `transition` move. Reduced motion, and a browser without view transitions, change at once.
 */
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { placeOf } from '#contract/screen-paths.ts'
import { atMost } from '../ports/clock.ts'
import { noteMovement } from '../ports/movement.ts'
import { reducesMotion } from '../ports/page.ts'
import { noteTappedPhoto } from '../state/tapped-photo.ts'
import { fetchScreen, isScreenLoaded } from './screen.tsx'

/** The element of a screen that a photo grows into. */
const TARGET = '[data-shared-photo]'
const NAME = 'shared-photo'

export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options)
  latest += 1
  if (!options?.transition || reducesMotion()) return go()
  const from = photoOfLink(to)
  if (from === null) return fadeIn(go)
  noteTappedPhoto(to, sourceOf(from))
  if (!('startViewTransition' in document)) return go()
  void carry(from, to, go)
}

/** React shows a fallback without a photo for at least 300 ms, even if the code of the next screen comes sooner. */
const CODE_MS = 250

/** A newer tap replaces one that waits, and Back or a tapped notification, which change the address meanwhile, end it. */
let latest = 0

const carry = async (from: HTMLElement, to: string, go: () => void): Promise<void> => {
  const mine = latest
  const here = location.href
  const place = placeOf(to)
  // Even a promise that is settled would cost a frame: the import of a loaded module is a task of its own.
  if (place && !isScreenLoaded(place.route)) await atMost(CODE_MS, fetchScreen(place.route))
  if (mine !== latest || location.href !== here) return
  nameOf(from, NAME)
  const transition = document.startViewTransition(() => {
    flushSync(go)
    nameOf(from, '')
    nameOf(target(), NAME)
  })
  noteMovement(transition.finished)
  transition.finished.then(clear, clear)
  // A second tap skips this transition. The next screen is there all the same.
  transition.ready.catch(ignoreSkipped)
}

const sourceOf = (photo: HTMLElement): string => photo.querySelector('img')?.currentSrc ?? ''

const FADE_MS = 160

/** A view transition of the whole page would swallow taps while it runs; an animation of the screen does not. */
const fadeIn = (go: () => void): void => {
  const { promise, resolve } = Promise.withResolvers<void>()
  noteMovement(promise)
  flushSync(go)
  const fade = document.querySelector('#main')?.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
  if (fade)
    fade.finished.then(
      () => resolve(),
      () => resolve(),
    )
  else resolve()
}

type Traverse = Event & {
  navigationType: string
  canIntercept: boolean
  hashChange: boolean
  /** The browser itself moves the page, for example under a swipe from the edge. */
  hasUAVisualTransition?: boolean
  destination: { url: string }
  intercept: (options: { scroll: 'manual'; focusReset: 'manual'; handler: () => Promise<void> }) => void
}

/** While the browser captures the old screen, the router must not learn that the address has changed. */
let isCapturing = false

/**
 * Back reverses the movement: the photo shrinks into the card or row that it grew from. Only the Navigation API says in time that
 * the member goes back; other browsers change at once. Call it before the router renders: Chromium runs the listeners of the window
 * in their order, those for the capture phase included.
 */
export const moveBack = (): void => {
  addEventListener('popstate', (event) => {
    if (isCapturing) event.stopImmediatePropagation()
  })
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const traverse = event as Traverse
    const from = target()
    if (traverse.navigationType !== 'traverse' || !traverse.canIntercept || traverse.hashChange || from === null) return
    if (reducesMotion() || traverse.hasUAVisualTransition || !('startViewTransition' in document)) return
    shrink(traverse, from, location.pathname)
  })
}

const shrink = (traverse: Traverse, from: HTMLElement, path: string): void => {
  isCapturing = true
  const show = (): void => {
    isCapturing = false
    flushSync(() => void dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown })))
  }
  const handler = async (): Promise<void> => {
    let into: HTMLElement | null = null
    nameOf(from, NAME)
    const transition = document.startViewTransition(() => {
      nameOf(from, '')
      show()
      const photo = photoOfLink(path)
      into = photo && isInView(photo) ? photo : null
      nameOf(into, NAME)
    })
    noteMovement(transition.finished)
    transition.finished.then(() => nameOf(into, ''), ignoreSkipped)
    transition.ready.catch(ignoreSkipped)
    await transition.updateCallbackDone
  }
  traverse.intercept({ scroll: 'manual', focusReset: 'manual', handler })
}

const isInView = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const ignoreSkipped = (): void => {}

const target = (): HTMLElement | null => document.querySelector<HTMLElement>(TARGET)

const clear = (): void => nameOf(target(), '')

const nameOf = (element: HTMLElement | null, name: string): void => {
  if (element) element.style.viewTransitionName = name
}

/** The photo in the tapped link, which has the focus; else in the first link to that path. */
const photoOfLink = (to: string): HTMLElement | null => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    (link) => link.getAttribute('href') === to && link.querySelector('img') !== null,
  )
  const tapped = links.find((link) => link === document.activeElement) ?? links[0]
  return tapped?.querySelector('img')?.parentElement ?? null
}
