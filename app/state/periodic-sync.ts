/** Registers Periodic Background Sync while a member is logged in on this device [PWA-4], and unregisters it at logout [PWA-11]. */
import { effect } from '@preact/signals-react'
import { keepPeriodicSync } from '../ports/periodic-sync.ts'
import { controlled } from '../ports/service-worker.ts'
import { isLoggedIn, sessionKnown } from './session.ts'

export const startPeriodicSync = (): void => {
  effect(() => {
    if (controlled.value && sessionKnown.value) void keepPeriodicSync(isLoggedIn.value)
  })
}
