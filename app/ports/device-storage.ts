/** The storage of this site in the browser: its space, the app's own files, and its protection from eviction [PWA-13]. */
import { isFirefox } from './page.ts'

/** In bytes. */
export type Space = { used: number; quota: number }
/** The app's own files in the caches; the size is in bytes. */
export type AppFiles = { count: number; bytes: number }

/** Null if the browser does not say. */
export const readSpace = async (): Promise<Space | null> => {
  const estimate = await storage()?.estimate?.().catch(nothing)
  return estimate?.usage === undefined || estimate.quota === undefined
    ? null
    : { used: estimate.usage, quota: estimate.quota }
}

/** Counts the app's own files in the service worker's caches: everything except photos and the backup of the outbox. */
export const readAppFiles = async (): Promise<AppFiles> => {
  const files = { count: 0, bytes: 0 }
  const names = 'caches' in window ? await caches.keys().catch(() => []) : []
  for (const name of names.filter((one) => !/^(?:photos|outbox-backup)-/.test(one))) {
    const cache = await caches.open(name)
    for (const response of await cache.matchAll()) {
      files.count += 1
      files.bytes += (await response.blob()).size
    }
  }
  return files
}

/** Whether the browser keeps the data until the member deletes it; null if it has no such feature. */
export const isProtected = async (): Promise<boolean | null> => (await storage()?.persisted?.().catch(nothing)) ?? null

/** Asks the browser to keep the data; call this on a tap, because some browsers ask the member. Returns whether it agreed. */
export const protect = async (): Promise<boolean> => (await storage()?.persist?.().catch(nothing)) ?? false

let asked = false

/**
 * Asks at a good moment: a message was sent, the app was installed, notifications were turned on. This happens once a page, and
 * only if the browser decides by itself. Firefox asks the member, so there the member starts it with a tap.
 */
export const protectQuietly = async (): Promise<void> => {
  if (asked || isFirefox()) return
  asked = true
  if ((await isProtected()) === false) await protect()
}

/** The paths of the app's files that the worker has cached on this device. */
export const cachedFiles = async (): Promise<string[]> => {
  if (!('caches' in window)) return []
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => new URL(url).pathname)
}

/** Undefined in old browsers and insecure windows, although the types say otherwise. */
const storage = (): Partial<StorageManager> | undefined => navigator.storage

const nothing = (): undefined => undefined
