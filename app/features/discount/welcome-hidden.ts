/** The welcome banner, put aside on this device by whoever is here; who comes next sees it again [PWA-11]. */
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

/** With its moment, as every dismissal is remembered. */
export const hideWelcome = (store: HiddenStore = pageStore): void => {
  hidden.value = true
  try {
    store().setItem(KEY, String(now()))
  } catch {
    // Then it stays away as long as the page is there.
  }
}

export const forgetWelcome = (store: HiddenStore = pageStore): void => {
  hidden.value = false
  try {
    store().removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
