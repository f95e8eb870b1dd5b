/**
 * Periodic Background Sync: where the app is installed, the browser wakes the worker now and then [PWA-4]. It grants that by
 * itself or not at all, so nobody is asked.
 */
import { REFRESH_TAG } from '#contract/device.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { workers } from './service-worker.ts'

/** The browser goes by how much the app is used, and never more often than this. */
const AT_MOST_EVERY_MS = 12 * HOUR_MS

export type PeriodicSync = {
  register: (tag: string, options: { minInterval: number }) => Promise<void>
  unregister: (tag: string) => Promise<void>
}

/** @param isWanted while someone is logged in */
export const keepPeriodicSync = async (isWanted: boolean, ports: Ports = browser): Promise<void> => {
  try {
    const sync = await ports.sync()
    if (!isWanted) await sync?.unregister(REFRESH_TAG)
    else if (sync && (await ports.isGranted())) await sync.register(REFRESH_TAG, { minInterval: AT_MOST_EVERY_MS })
  } catch {
    // Private windows and other browsers have none: the page's own timer does without.
  }
}

type Ports = { sync: () => Promise<PeriodicSync | undefined>; isGranted: () => Promise<boolean> }

const browser: Ports = {
  // Chromium's alone, so the types know neither it nor its permission.
  sync: async () => {
    const registration = await workers()?.getRegistration()
    return (registration as { periodicSync?: PeriodicSync } | undefined)?.periodicSync
  },
  isGranted: async () => {
    const name = 'periodic-background-sync' as PermissionName
    return (await navigator.permissions.query({ name })).state === 'granted'
  },
}
