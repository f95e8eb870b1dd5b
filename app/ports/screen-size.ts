/** The kind of screen, for decisions that styles alone cannot make. */

import { mayPrefetch } from './idle.ts'

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
