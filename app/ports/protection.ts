/** Whether the browser may clear what is kept here by itself when room runs short [PWA-13]. */

/** Whether it keeps it until the member removes it; null where it knows no such thing. */
export const isProtected = async (): Promise<boolean | null> => (await storage()?.persisted?.().catch(nothing)) ?? null

/** By a tap: the browser decides, and some ask the member. Gives whether it keeps it from now on. */
export const protect = async (): Promise<boolean> => (await storage()?.persist?.().catch(nothing)) ?? false

let asked = false

/**
 * At a good moment: something was sent, the app was installed, notifications were turned on. Once a page, and only where
 * the browser decides by itself; Firefox asks the member, who gets to it by a tap of their own.
 */
export const protectQuietly = async (): Promise<void> => {
  if (asked || CSS.supports('-moz-appearance', 'none')) return
  asked = true
  if ((await isProtected()) === false) await protect()
}

/** None in old browsers and insecure windows, whatever the types say. */
const storage = (): Partial<StorageManager> | undefined => navigator.storage

const nothing = (): undefined => undefined
