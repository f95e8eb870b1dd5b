/**
 * Periodic Background Sync: a browser with the installed app wakes the worker now and then [PWA-4]. The browser grants
 * it without asking the member, or not at all.
 */
import { REFRESH_TAG } from '#contract/device.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { workers } from './service-worker.ts'

/** The shortest interval. The browser decides by how much the app is used. */
const AT_MOST_EVERY_MS = 12 * HOUR_MS

type PeriodicSync = {
  register: (tag: string, options: { minInterval: number }) => Promise<void>
  unregister: (tag: string) => Promise<void>
}

/** @param isWanted while someone is logged in */
export const setPeriodicSync = async (isWanted: boolean, ports: Ports = browser): Promise<void> => {
  try {
    const sync = await ports.sync()
    if (!isWanted) await sync?.unregister(REFRESH_TAG)
    else if (sync && (await ports.isGranted())) await sync.register(REFRESH_TAG, { minInterval: AT_MOST_EVERY_MS })
  } catch {
    // Private windows and other browsers have no periodic sync; there the page's own timer is enough.
  }
}

type Ports = { sync: () => Promise<PeriodicSync | undefined>; isGranted: () => Promise<boolean> }

const browser: Ports = {
  // Only Chromium has it, so the types know neither it nor its permission.
  sync: async () => {
    const registration = await workers()?.getRegistration()
    return (registration as { periodicSync?: PeriodicSync } | undefined)?.periodicSync
  },
  isGranted: async () => {
    const name = 'periodic-background-sync' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'granted'
  },
}
