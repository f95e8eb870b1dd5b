/** How much the browser lets this site keep, and what the app's own files take up. */

/** In bytes. */
export type Space = { used: number; quota: number }

/** Null where the browser does not say. */
export const readSpace = async (): Promise<Space | null> => {
  const told = await storage()?.estimate?.().catch(nothing)
  return told?.usage === undefined || told.quota === undefined ? null : { used: told.usage, quota: told.quota }
}

/** What the service worker keeps of the app itself: everything but photos. */
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

/** None in old browsers and insecure windows, whatever the types say. */
const storage = (): Partial<StorageManager> | undefined => navigator.storage

const nothing = (): undefined => undefined
