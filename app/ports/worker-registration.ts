/** Registers the service worker and hears when a new one waits. Comes with what the first screen does not need. */
import { Workbox } from 'workbox-window'
import { newVersion, workers } from './service-worker.ts'
import { scriptAddress } from './trusted-scripts.ts'

export const registerWorker = async (): Promise<void> => {
  if (!workers()) return
  const workbox = new Workbox(scriptAddress('/sw.js'))
  // An update found by another tab or by the browser arrives as external: it waits all the same.
  workbox.addEventListener('waiting', () => {
    newVersion.value = () => {
      workbox.addEventListener('controlling', () => location.reload())
      workbox.messageSkipWaiting()
    }
  })
  // Private windows and old browsers have none: everything works without.
  await workbox.register({ immediate: true }).catch(() => undefined)
}
