/** The service worker: a table of its events. What each does is in `handlers/`. */
import { REFRESH_TAG } from '#contract/device.ts'
import { browserPorts, extendOf, SYNC_TAG, toldBy } from './browser.ts'
import { createDevice } from './device.ts'
import { answerApi, apiCallOf } from './handlers/api.ts'
import { deliver } from './handlers/background-sync.ts'
import { dropKept, keepTexts, keptName } from './handlers/kept.ts'
import { start, takeOver } from './handlers/lifecycle.ts'
import { openNotification } from './handlers/notification-click.ts'
import { refreshAtTimes } from './handlers/periodic-sync.ts'
import { receivePush } from './handlers/push.ts'
import { sendSubscription } from './handlers/push-subscription.ts'
import { routeInstead } from './handlers/route.ts'
import { fetchAhead } from './handlers/fetch-ahead.ts'
import { servePages } from './handlers/pages.ts'
import { answerPhoto, isPhotoRequest } from './handlers/photos.ts'
import { isShare, takeShare } from './handlers/share.ts'
import { takeTurn } from './handlers/take-turn.ts'

declare const self: ServiceWorkerGlobalScope

// eslint-disable-next-line no-underscore-dangle -- the name Workbox looks for when it writes the list of files
const files = self.__WB_MANIFEST
const kept = keptName(files)
const ports = browserPorts(self, kept.slice(-8))
const device = createDevice(ports)

// Not before an event that only the active worker gets: one that waits must not touch the store of the one at work.
let started: Promise<void> | undefined
const whenStarted = (): Promise<void> => (started ??= start(device))

self.addEventListener('install', (event) => {
  event.waitUntil(fetchAhead(files, (url) => fetch(url)))
  event.waitUntil(keepTexts(kept, caches, fetch))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver(device, () => self.clients.claim()))
  event.waitUntil(dropKept(kept, caches))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const extend = extendOf(event)
  const call = apiCallOf(request, self.location.origin)
  if (call) {
    extend(whenStarted())
    event.respondWith(answerApi(device, call, request, extend))
  } else if (isPhotoRequest(request, self.location.origin)) {
    event.respondWith(answerPhoto(device, request, extend))
  } else if (isShare(request, self.location.origin)) {
    extend(whenStarted())
    event.respondWith(takeShare(device, request))
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliver(device))
})

self.addEventListener('periodicsync', (event) => {
  if (event.tag === REFRESH_TAG) event.waitUntil(refreshAtTimes(device))
})

self.addEventListener('push', (event) => {
  event.waitUntil(receivePush(device, toldBy(event), extendOf(event)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const tapped = { action: event.action, reply: event.reply ?? '' }
  event.waitUntil(openNotification(device, event.notification.data, tapped, extendOf(event)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(sendSubscription(device)))

self.addEventListener('message', (event) => {
  const { locks } = navigator
  event.waitUntil(takeTurn(event.data, { windows: ports.windows, locks, skipWaiting: () => self.skipWaiting() }))
})

// After the listeners above: what they answer is not asked of Workbox.
servePages(files, kept, (url) => routeInstead(device, url))
