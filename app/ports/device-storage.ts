/** Reads how much the browser lets this site store, and the size of the app's own files. */

/** In bytes. */
export type Space = { used: number; quota: number }

/** Null if the browser does not say. */
export const readSpace = async (): Promise<Space | null> => {
  const told = await storage()?.estimate?.().catch(nothing)
  return told?.usage === undefined || told.quota === undefined ? null : { used: told.usage, quota: told.quota }
}

/** Counts the app's own files in the service worker's caches: everything except photos. */
export const readAppFiles = async (): Promise<{ count: number; bytes: number }> => {
  const files = { count: 0, bytes: 0 }
  const names = 'caches' in window ? await caches.keys().catch(() => []) : []
  for (const name of names.filter((held) => !held.startsWith('photos-'))) {
    const held = await caches.open(name)
    for (const response of await held.matchAll()) {
      files.count += 1
      files.bytes += (await response.blob()).size
    }
  }
  return files
}

/** Undefined in old browsers and insecure windows, although the types say otherwise. */
const storage = (): Partial<StorageManager> | undefined => navigator.storage

const nothing = (): undefined => undefined
