/** What kind of screen this is, where more than styles depends on it. */

import { mayFetchAhead } from './idle.ts'

/** Below the first breakpoint on the shorter side [SHELL-6]: held either way, a phone has no room for a dialog that asks much. */
const PHONE_BELOW_PX = 576

/** Smartphones get the signup page, other devices its dialog [SHELL-13]. */
export const isPhone = ({ innerWidth, innerHeight }: { innerWidth: number; innerHeight: number }): boolean =>
  Math.min(innerWidth, innerHeight) < PHONE_BELOW_PX

/** A stored photo of 400 pixels fills a card where a pixel is a pixel; finer screens show more, if the line is good. */
export const showsFullPhotos = (): boolean => window.devicePixelRatio > 1.25 && mayFetchAhead()

export const isOnPhone = (): boolean => isPhone(window)
