/** Registers the service worker and watches for its later versions. Loaded after the first screen. */
import { Workbox } from 'workbox-window'
import { after, atMost } from './clock.ts'
import { workers } from './service-worker.ts'
import { scriptAddress } from './trusted-scripts.ts'

export type RegisteredWorker = {
  /**
   * Makes the waiting worker take over once no write is being sent. `unasked`: nobody has tapped, so it takes over only
   * while no tab is visible. @returns false if no worker waits
   */
  requestTakeover: (request: { unasked: boolean }) => boolean
  /** Checks for a newer version; resolves when one waits, when there is none, or after a timeout. */
  checkForUpdate: () => Promise<void>
}

export type VersionEvents = {
  /** A new version is installed and waits. */
  onWaiting: () => void
  /** Another version controls this page from now on. */
  onTakenOver: () => void
}

/** The timeout of a new version's installation while the member waits for it. */
const INSTALL_TIMEOUT_MS = 20_000

/** A tap waits for the check, and a network that accepts requests may never answer them. */
const CHECK_TIMEOUT_MS = 10_000

/** @returns null in private windows and old browsers, which have no service workers: the app works without one */
export const registerWorker = async (heard: VersionEvents): Promise<RegisteredWorker | null> => {
  const container = workers()
  if (!container) return null
  let controller = container.controller
  container.addEventListener('controllerchange', () => {
    // The first controller is no change: the page was loaded with it, or without any. Without one, the browser has removed the worker.
    if (controller && container.controller && controller !== container.controller) heard.onTakenOver()
    controller = container.controller
  })
  const workbox = new Workbox(scriptAddress('/sw.js'))
  const registration = await workbox.register({ immediate: true }).catch(() => null)
  if (!registration) return null
  // A page that was loaded past the worker (Shift and reload) still has a registration, and a new version may take
  // over.
  controller ??= registration.active
  return watchVersions(workbox, registration, heard)
}

/**
 * Workbox's own events are not enough: it treats every update after a page's first as another page's, and stops
 * listening. A page that is open for weeks must notice all of them.
 */
const watchVersions = (
  workbox: Workbox,
  registration: ServiceWorkerRegistration,
  heard: VersionEvents,
): RegisteredWorker => {
  const read = (): void => {
    // The very first worker has no active one to wait for.
    if (registration.waiting && registration.active) heard.onWaiting()
  }
  const found = (): void => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') read()
    })
  }
  registration.addEventListener('updatefound', found)
  found()
  read()
  return {
    requestTakeover: ({ unasked }) => {
      const { waiting } = registration
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker of this site, not a window
      waiting?.postMessage({ type: 'SKIP_WAITING', unasked })
      return waiting !== null
    },
    checkForUpdate: async () => {
      // Without a network the check cannot succeed.
      await atMost(CHECK_TIMEOUT_MS, workbox.update())
      if (registration.installing) await settled(registration.installing)
    },
  }
}

const settled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    worker.addEventListener('statechange', () => resolve(), { once: true })
    after(INSTALL_TIMEOUT_MS, resolve)
  })
