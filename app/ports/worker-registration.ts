/** Registers the service worker and watches for its later versions. Loaded after the first screen. */
import { Workbox } from 'workbox-window'
import { after } from './clock.ts'
import { workers } from './service-worker.ts'
import { scriptAddress } from './trusted-scripts.ts'

export type Worker = {
  /**
   * Makes the waiting worker take over once no write is being sent. @param unasked nobody has tapped: take over only
   * while no tab is visible @returns false if no worker waits
   */
  letIn: (unasked: boolean) => boolean
  /** Checks for a newer version; resolves when one waits, when there is none, or after a timeout. */
  look: () => Promise<void>
}

export type Heard = {
  /** A new version is installed and waits. */
  waits: () => void
  /** Another version controls this page from now on. */
  tookOver: () => void
}

/** The timeout of a new version's installation while the member waits for it. */
const PATIENCE_MS = 20_000

/** @returns null in private windows and old browsers, which have no service workers: the app works without one */
export const registerWorker = async (heard: Heard): Promise<Worker | null> => {
  const container = workers()
  if (!container) return null
  let answering = container.controller
  container.addEventListener('controllerchange', () => {
    // The first controller is no change: the page was loaded with it, or without any.
    if (answering && answering !== container.controller) heard.tookOver()
    answering = container.controller
  })
  const workbox = new Workbox(scriptAddress('/sw.js'))
  const registration = await workbox.register({ immediate: true }).catch(() => null)
  if (!registration) return null
  // A page that was loaded past the worker (Shift and reload) still has a registration, and a new version may take
  // over.
  answering ??= registration.active
  return hearFrom(workbox, registration, heard)
}

/**
 * Workbox's own events are not enough: it treats every update after a page's first as another page's, and stops
 * listening. A page that is open for weeks must notice all of them.
 */
const hearFrom = (workbox: Workbox, registration: ServiceWorkerRegistration, heard: Heard): Worker => {
  const read = (): void => {
    // The very first worker has no active one to wait for.
    if (registration.waiting && registration.active) heard.waits()
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
    letIn: (unasked) => {
      const { waiting } = registration
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker of this site, not a window
      waiting?.postMessage({ type: 'SKIP_WAITING', unasked })
      return waiting !== null
    },
    look: async () => {
      // Without a network the check cannot succeed.
      await workbox.update().catch(() => undefined)
      if (registration.installing) await settled(registration.installing)
    },
  }
}

const settled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    worker.addEventListener('statechange', () => resolve(), { once: true })
    after(PATIENCE_MS, resolve)
  })
