/** The service worker: a table of its events. What each does is in `handlers/`. */
import { browserPorts, SYNC_TAG } from './browser.ts'
import { createDevice } from './device.ts'
import { answerApi, apiCallOf } from './handlers/api.ts'
import { deliver } from './handlers/background-sync.ts'
import { isSkipWaiting, start, takeOver } from './handlers/lifecycle.ts'
import { openNotification } from './handlers/notification-click.ts'
import { receivePush } from './handlers/push.ts'
import { renewSubscription } from './handlers/push-subscription.ts'
import { servePages } from './handlers/shell-pages.ts'
import { answerPhoto, isPhotoRequest } from './handlers/photos.ts'

declare const self: ServiceWorkerGlobalScope

const device = createDevice(browserPorts(self))
const started = start(device)

self.addEventListener('activate', (event) => event.waitUntil(takeOver(device, () => self.clients.claim())))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const extend = (work: Promise<unknown>): void => event.waitUntil(work)
  const call = apiCallOf(request, self.location.origin)
  if (call) {
    extend(started)
    event.respondWith(answerApi(device, call, request, extend))
  } else if (isPhotoRequest(request, self.location.origin)) {
    event.respondWith(answerPhoto(device, request, extend))
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliver(device))
})

self.addEventListener('push', (event) => event.waitUntil(receivePush(device, event.data?.text() ?? null)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(device, event.notification.data))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(device)))

self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting())
})

// eslint-disable-next-line no-underscore-dangle -- the name Workbox looks for when it writes the list of files
servePages(self.__WB_MANIFEST)
