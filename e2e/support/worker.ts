/** Drives the service worker from outside over CDP, and waits for what it does. */
import { expect, type Page } from 'playwright/test'

type Version = { versionId: string; registrationId: string; runningStatus: string; status: string }

export type WorkerControl = {
  /** Ends the worker as the browser does under memory pressure: at once, whatever it is doing. */
  stop: () => Promise<void>
  /** Hands the worker a push as if it had come from the push service. */
  push: (payload: unknown) => Promise<void>
  /** Fires a Background Sync event. */
  sync: (tag: string) => Promise<void>
  /** Fires a Periodic Background Sync event. */
  periodicSync: (tag: string) => Promise<void>
}

/** @param page a page of the site, since a registration is found by its origin */
export const controlWorker = async (page: Page): Promise<WorkerControl> => {
  const origin = new URL(page.url()).origin
  const session = await page.context().newCDPSession(page)
  const versions = new Map<string, Version>()
  /** A request of a page restarts a stopped worker at once, so this set records that the worker ended. */
  const ended = new Set<string>()
  session.on('ServiceWorker.workerVersionUpdated', (event) => {
    for (const version of event.versions) {
      versions.set(version.versionId, version)
      if (version.runningStatus === 'stopped') ended.add(version.versionId)
    }
  })
  await session.send('ServiceWorker.enable')
  const find = (): Version | undefined => [...versions.values()].find(({ status }) => status === 'activated')
  const active = async (): Promise<Version> => {
    await expect.poll(find, { message: 'an active service worker' }).toBeDefined()
    const found = find()
    if (!found) throw new Error('The service worker is gone.')
    return found
  }
  return {
    stop: async () => {
      const { versionId, runningStatus } = await active()
      if (runningStatus === 'stopped') return
      ended.delete(versionId)
      await session.send('ServiceWorker.stopWorker', { versionId })
      await expect.poll(() => ended.has(versionId), { message: 'the service worker to end' }).toBe(true)
    },
    push: async (payload) => {
      const { registrationId } = await active()
      const data = typeof payload === 'string' ? payload : JSON.stringify(payload)
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    sync: async (tag) => {
      const { registrationId } = await active()
      await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
    },
    periodicSync: async (tag) => {
      const { registrationId } = await active()
      await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag })
    },
  }
}

/** Waits until the worker answers the page's requests. */
export const controlled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
