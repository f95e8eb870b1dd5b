/**
 * The motion between two screens: the photo of a tapped card or row grows into the photo of the next screen; a tab fades
 * in. Only links with `transition` move. Reduced motion, and a browser without view transitions, change at once.
 */
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { reducesMotion } from '../ports/page.ts'

/** The element of a screen that a photo grows into. */
const TARGET = '[data-shared-photo]'
const NAME = 'shared-photo'

export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = (): void => navigate(to, options)
  if (!options?.transition || reducesMotion()) return go()
  const from = photoOfLink(to)
  if (from === null) return fadeIn(go)
  if (!('startViewTransition' in document)) return go()
  nameOf(from, NAME)
  const transition = document.startViewTransition(() => {
    flushSync(go)
    nameOf(from, '')
    nameOf(target(), NAME)
  })
  transition.finished.then(clear, clear)
  // A second tap skips this transition. The next screen is there all the same.
  transition.ready.catch(ignoreSkipped)
}

const FADE_MS = 160

/** A view transition of the whole page would swallow taps while it runs; an animation of the screen does not. */
const fadeIn = (go: () => void): void => {
  flushSync(go)
  document.querySelector('#main')?.animate({ opacity: [0, 1] }, { duration: FADE_MS, easing: 'ease-out' })
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
