/** The kind of screen, for decisions that styles alone cannot make. */

import { mayPrefetch } from './idle.ts'
import { isEditingText } from './page.ts'

/** The first breakpoint, for the shorter side [SHELL-6]: in either orientation, a phone has no room for a large dialog. */
const PHONE_BELOW_PX = 576

/** Smartphones get the signup page, other devices its dialog [SHELL-13]. */
export const isPhone = ({ innerWidth, innerHeight }: { innerWidth: number; innerHeight: number }): boolean =>
  Math.min(innerWidth, innerHeight) < PHONE_BELOW_PX

/**
 * Whether cards show the full photo: the 400-pixel size is enough for one device pixel per CSS pixel. Finer screens get the full
 * photo if the connection is good.
 */
export const showsFullPhotos = (): boolean => window.devicePixelRatio > 1.25 && mayPrefetch()

export const isOnPhone = (): boolean => isPhone(window)

/** From the breakpoint `--from-large` two panes lie side by side [SHELL-6]. */
const largeWindow = (): MediaQueryList => matchMedia('(min-width: 62rem)')

export const isLargeWindow = (): boolean => largeWindow().matches

/** Calls the listener when two panes get room, or lose it; returns the function that stops it. */
export const onLargeWindow = (changed: () => void): (() => void) => {
  const query = largeWindow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * Sets `--visible-height` while a keyboard lies over the page. Safari, and Firefox before 132, do not resize the page for it
 * (`interactive-widget`): they push the page up to the field, and with it the header out of view.
 * @returns the function that ends it
 */
export const followKeyboard = (): (() => void) => {
  const view = window.visualViewport
  const { style } = document.documentElement
  const forget = (): void => void style.removeProperty('--visible-height')
  if (!view) return forget
  const follow = (): void => {
    // A pinch makes the view smaller, too.
    if (!isEditingText() || Math.abs(view.scale - 1) > 0.01) return forget()
    style.setProperty('--visible-height', `${view.height}px`)
    if (view.offsetTop > 0 || window.scrollY > 0) window.scrollTo(0, 0)
  }
  const listening = new AbortController()
  for (const event of ['resize', 'scroll']) view.addEventListener(event, follow, { signal: listening.signal })
  return () => {
    listening.abort()
    forget()
  }
}
