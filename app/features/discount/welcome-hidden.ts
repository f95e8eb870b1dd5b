/**
 * The dismissal of the welcome banner on this device; deleted at logout, so that the next member sees the banner
 * [PWA-11].
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { now } from '../../ports/clock.ts'

const KEY = 'welcome-hidden'

export type HiddenStore = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const pageStore: HiddenStore = () => localStorage

export const isHidden = (store: HiddenStore): boolean => {
  try {
    return store().getItem(KEY) !== null
  } catch {
    return false
  }
}

const hidden = signal(isHidden(pageStore))

export const welcomeHidden: ReadonlySignal<boolean> = hidden

/** Stores the time, as every dismissal does. */
export const hideWelcome = (store: HiddenStore = pageStore): void => {
  hidden.value = true
  try {
    store().setItem(KEY, String(now()))
  } catch {
    // Without storage the banner stays hidden until the page closes.
  }
}

export const forgetWelcome = (store: HiddenStore = pageStore): void => {
  hidden.value = false
  try {
    store().removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}
