/** The browser wakes the worker now and then while someone is logged in on this device [PWA-4], and no longer [PWA-11]. */
import { effect } from '@preact/signals-react'
import { keepPeriodicSync } from '../ports/periodic-sync.ts'
import { controlled } from '../ports/service-worker.ts'
import { isLoggedIn, sessionKnown } from './session.ts'

export const startPeriodicSync = (): void => {
  effect(() => {
    if (controlled.value && sessionKnown.value) void keepPeriodicSync(isLoggedIn.value)
  })
}
