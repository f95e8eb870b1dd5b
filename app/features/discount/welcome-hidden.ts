/**
 * The dismissal of the welcome banner on this device; deleted at logout, so that the next member sees the banner
 * [PWA-11].
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { now } from '../../ports/clock.ts'
import { deviceStore } from '../../ports/text-store.ts'

const KEY = 'welcome-hidden'

const hidden = signal(deviceStore.get(KEY) !== null)

export const welcomeHidden: ReadonlySignal<boolean> = hidden

/** Stores the time, as every dismissal does. */
export const hideWelcome = (): void => {
  hidden.value = true
  deviceStore.set(KEY, String(now()))
}

export const forgetWelcome = (): void => {
  hidden.value = false
  deviceStore.remove(KEY)
}
