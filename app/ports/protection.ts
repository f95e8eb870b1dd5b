/** Whether the browser may evict this site's data by itself when storage runs short [PWA-13]. */

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
  if (asked || CSS.supports('-moz-appearance', 'none')) return
  asked = true
  if ((await isProtected()) === false) await protect()
}

/** Undefined in old browsers and insecure windows, although the types say otherwise. */
const storage = (): Partial<StorageManager> | undefined => navigator.storage

const nothing = (): undefined => undefined
