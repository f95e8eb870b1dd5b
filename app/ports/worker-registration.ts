/** Registers the service worker and hears of the ones that follow it. Comes with what the first screen does not need. */
import { Workbox } from 'workbox-window'
import { after } from './clock.ts'
import { workers } from './service-worker.ts'
import { scriptAddress } from './trusted-scripts.ts'

export type Worker = {
  /**
   * Has the one that waits take over, as soon as nothing is on its way.
   * @param unasked nobody has tapped: then only while nobody looks at any tab
   * @returns false where none waits
   */
  letIn: (unasked: boolean) => boolean
  /** Looks for a newer one; resolves when it waits or there is none, after a while in any case. */
  look: () => Promise<void>
}

export type Heard = {
  /** A new one is there, whole, and waits. */
  waits: () => void
  /** Another one answers this page from now on. */
  tookOver: () => void
}

/** How long a new version may take to come while somebody waits for it. */
const PATIENCE_MS = 20_000

/** @returns null in private windows and old browsers, which have none: everything works without */
export const registerWorker = async (heard: Heard): Promise<Worker | null> => {
  const container = workers()
  if (!container) return null
  let answering = container.controller
  container.addEventListener('controllerchange', () => {
    // The first one is no change: it is what this page came with, or was there before it.
    if (answering && answering !== container.controller) heard.tookOver()
    answering = container.controller
  })
  const workbox = new Workbox(scriptAddress('/sw.js'))
  const registration = await workbox.register({ immediate: true }).catch(() => null)
  if (!registration) return null
  // A page that was loaded past the worker (Shift and reload) has one all the same, and another may take over.
  answering ??= registration.active
  return hearFrom(workbox, registration, heard)
}

/**
 * Workbox's own events are not enough: it takes every update but a page's first for somebody else's, and stops listening
 * after it. A page that is open for weeks has to hear of all of them.
 */
const hearFrom = (workbox: Workbox, registration: ServiceWorkerRegistration, heard: Heard): Worker => {
  const read = (): void => {
    // The very first one waits for nobody.
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
      // Without a network there is nothing newer.
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
