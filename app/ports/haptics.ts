/** A short vibration that answers a deed of the member. Browsers without a vibration ignore it. */
import { reducesMotion } from './page.ts'

/** Vibration in ms. `deed` answers a like or a sent message, `joy` a match. */
const PATTERNS = { deed: [12], joy: [18, 60, 28] } as const

/** Members who want less motion feel nothing either. */
export const vibrate = (kind: keyof typeof PATTERNS): void => {
  if (typeof navigator.vibrate !== 'function' || reducesMotion()) return
  // Chromium logs an error for a vibration before the first tap on the page: a match may come from a notification's button.
  if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive === false) return
  navigator.vibrate([...PATTERNS[kind]])
}
