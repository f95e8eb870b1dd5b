/**
 * The motion between two screens: the photo of a tapped card or row grows into the photo of the next screen, and Back shrinks it
 * again; a tab fades in. Only links with `transition` move. With reduced motion the screens change at once.
 */
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { placeOf } from '#contract/screen-paths.ts'
import { atMost } from '../ports/clock.ts'
import { noteMovement } from '../ports/idle.ts'
import { reducesMotion } from '../ports/page.ts'
import { noteTappedPhoto } from '../state/tapped-photo.ts'
import { movePhoto, seenAt } from './moving-photo.ts'
import { fetchScreen, isScreenLoaded } from './screen.tsx'

/** The path on the screen, which Back leaves. */
let shown = ''

export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => {
    navigate(to, options)
    shown = location.pathname
  }
  latest += 1
  if (!options?.transition || reducesMotion()) return go()
  const photo = photoOfLink(to)
  if (photo === null) return fadeIn(go)
  noteTappedPhoto(to, photo.currentSrc)
  void grow(photo, to, go)
}

/** React shows a fallback without a photo for at least 300 ms, even if the code of the next screen comes sooner. */
const CODE_MS = 250

/** A newer tap replaces one that waits, and Back or a tapped notification, which change the address meanwhile, end it. */
let latest = 0

const grow = async (photo: HTMLImageElement, to: string, go: () => void): Promise<void> => {
  const mine = latest
  const here = location.href
  const place = placeOf(to)
  // Even a promise that is settled would cost a frame: the import of a loaded module is a task of its own.
  if (place && !isScreenLoaded(place.route)) await atMost(CODE_MS, fetchScreen(place.route))
  if (mine !== latest || location.href !== here) return
  const from = seenAt(photo)
  move(go, () => {
    const into = photoOfScreen()
    return from && into && movePhoto(photo, from, into)
  })
}

const FADE_MS = 160

const fadeIn = (go: () => void): void =>
  move(go, () => {
    const timing = { duration: FADE_MS, easing: 'ease-out' }
    return document.querySelector('#main')?.animate({ opacity: [0, 1] }, timing).finished
  })

/**
 * Shows the next screen now, and moves. The movement is noted before the screen's effects run, since they request data.
 * @param motion starts the motion on the next screen; there may be nothing to move
 */
const move = (show: () => void, motion: () => Promise<unknown> | null | undefined): void => {
  const starts: ((movement: unknown) => void)[] = []
  noteMovement(new Promise((resolve) => void starts.push(resolve)))
  flushSync(show)
  starts[0]?.(motion())
}

/** The link that was clicked last, also with the keyboard. Safari gives it no focus. */
let clicked: HTMLAnchorElement | null = null

/** Call it before the router listens: the photo's place must be read while its screen is there. */
export const watchMoves = (): void => {
  addEventListener(
    'click',
    ({ target }) => {
      clicked = target instanceof Element ? target.closest('a') : null
    },
    { capture: true, passive: true },
  )
  shown = location.pathname
  let isAgain = false
  addEventListener('popstate', (event) => {
    if (isAgain) return
    const left = shown
    shown = location.pathname
    const photo = photoOfScreen()
    const from = photo && seenAt(photo)
    if (!from || left === shown || reducesMotion() || movesItself(event)) return
    event.stopImmediatePropagation()
    const show = (): void => {
      isAgain = true
      dispatchEvent(new PopStateEvent('popstate', { state: event.state as unknown }))
      isAgain = false
    }
    move(show, () => {
      const into = photoOfLink(left)
      return into && isInView(into) ? movePhoto(photo, from, into) : null
    })
  })
}

/** Whether the browser moves the page, for example under a swipe from the edge, or cannot say. */
const movesItself = (event: PopStateEvent): boolean =>
  !('hasUAVisualTransition' in event) || event.hasUAVisualTransition

const isInView = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** The photo of this screen that one from a link grows into: of several in a row, the one that is in view. */
const photoOfScreen = (): HTMLImageElement | null => {
  const place = document.querySelector('[data-shared-photo]')
  if (place === null) return null
  const middle = middleOf(place)
  return [...place.querySelectorAll('img')].find((photo) => Math.abs(middleOf(photo) - middle) < 2) ?? null
}

const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** The photo in the tapped link; else in the first link to that path. */
const photoOfLink = (to: string): HTMLImageElement | null => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    (link) => link.getAttribute('href') === to && link.querySelector('img') !== null,
  )
  const tapped = links.find((link) => link === clicked) ?? links[0]
  return tapped?.querySelector('img') ?? null
}
