/** The service worker: a table of its events. The handlers are in `handlers/`. */
import { PrecacheController } from 'workbox-precaching'
import { CacheFirst } from 'workbox-strategies'
import { REFRESH_TAG } from '#contract/device.ts'
import type { StartFiles } from '#contract/rules/snapshot-tag.ts'
import { browserPorts, extendOf, payloadOf, SYNC_TAG } from './browser.ts'
import { createDevice } from './device.ts'
import { answerApi, apiCallOf } from './handlers/api.ts'
import { frontKey, cachedFrontPage, cacheFrontPage } from './handlers/front-page.ts'
import { FILES, fromHttpCache, versionOf, dropOlder, noteWindows } from './handlers/cached-files.ts'
import {
  claimPages,
  createRestore,
  createStart,
  install,
  isClaim,
  start,
  deliver,
  refreshAtTimes,
} from './handlers/lifecycle.ts'
import { openNotification } from './handlers/notification-click.ts'
import { fetchWithIdleTimeout, isFile, retryingFetch, idleTimeoutPlugin, type Fetch } from './handlers/fetch-files.ts'
import { receivePush } from './handlers/push.ts'
import { sendSubscription } from './handlers/push-subscription.ts'
import { pageRoutes } from './handlers/pages.ts'
import { answerPhoto, isPhotoRequest } from './handlers/photos.ts'
import { createSecondStep, fetchSecondStep } from './handlers/second-step.ts'
import { isShare, takeShare } from './handlers/share.ts'
import { startDocument } from './handlers/start-document.ts'
import { routeInstead } from './store/route.ts'
import { isMember } from './store/session.ts'
import { giveWayTo, isGiveWay, takeOver } from './handlers/take-over.ts'
import { createGiveWay, forgetGiveWay, isGiveWayStored, storeGiveWay } from './give-way.ts'
import { ignored } from './ignored.ts'

declare const self: ServiceWorkerGlobalScope
/** The build inserts these (`scripts/chunks.ts`). */
declare const START_FILES: StartFiles

// eslint-disable-next-line no-underscore-dangle -- the name Workbox looks for when it writes the list of files
const files = self.__WB_MANIFEST
/** Workbox caches nothing else. */
const cacheOnlyFiles = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }): Promise<Response | null> =>
    isFile(new URL(request.url).pathname, response) ? response : null,
}
const version = versionOf(files)
const front = frontKey(version)
const browser = browserPorts(self, version)
const plugins = [cacheOnlyFiles, idleTimeoutPlugin(browser)]
const installed = new PrecacheController({ plugins })
installed.addToCacheList(files)
const giveWay = createGiveWay({ ...browser, resume: () => void device.resume() })
const ports = { ...browser, fetch: giveWay.fetch, givesWay: giveWay.isGiving }
const device = createDevice(ports)
const fetchFile = fetchWithIdleTimeout((path, init) => fetch(path, init), ports)
const fetchPatiently = retryingFetch(fetchFile, ports)
const pages = pageRoutes({
  fetch: fetchFile,
  installed,
  restore: createRestore({ files, precache: installed, later: LATER_FILES, caches, fetch: fetchFile }),
  cachedOnUse: new CacheFirst({ cacheName: FILES, plugins }),
  front: () => cachedFrontPage({ key: front, caches, state: device.sessions.shell, language: ports.language }),
  started: (shell, url) => startDocument(device, shell, url, START_FILES),
  instead: (url) => routeInstead(device, url),
  isLoggedIn: async () => isMember(await device.sessions.current()),
})
const storeFrontPage = (fetch: Fetch): Promise<void> => ignored(cacheFrontPage({ key: front, files, caches, fetch }))

const secondStep = createSecondStep(device, async (isVisitor) => {
  if (isVisitor) await storeFrontPage(fetchFile)
  // A visitor's page loads first. A member may open a conversation at any moment, so their files are not delayed.
  const priority = isVisitor ? 'low' : 'auto'
  await fetchSecondStep(LATER_FILES, caches, (path, init) => fetchPatiently(path, { ...init, priority }))
  await dropOlder(LATER_FILES, front, caches, ports.windows)
})

/**
 * Starts with the first event that only the active worker gets: a waiting worker must not touch the store of the active one.
 * Chromium ends the idle active worker before it activates the new one. Any event in between starts it again without its
 * memory, so the request to give way is stored.
 */
const whenStarted = createStart(async () => {
  if (await isGiveWayStored(caches, version, ports.now())) giveWay.begin()
  await start(device)
})

self.addEventListener('install', (event) => {
  const isUpdate = self.registration.active !== null
  const complete = () => installed.install(event)
  event.waitUntil(
    install({ files, precache: installed, complete, later: LATER_FILES, isUpdate, caches, fetch: fetchPatiently }),
  )
  event.waitUntil(storeFrontPage(fromHttpCache(files, fetchFile)))
})

self.addEventListener('activate', (event) => {
  void installed.activate(event)
  event.waitUntil(noteWindows(caches, ports.windows))
  event.waitUntil(ignored(forgetGiveWay(caches)))
  event.waitUntil(claimPages(device, () => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const extend = extendOf(event, giveWay.untilGivingWay)
  const call = apiCallOf(request, self.location.origin)
  if (call) {
    extend(whenStarted())
    extend(secondStep())
    event.respondWith(answerApi(device, call, request, extend))
  } else if (isPhotoRequest(request, self.location.origin)) {
    event.respondWith(answerPhoto(device, request, extend))
  } else if (isShare(request, self.location.origin)) {
    extend(whenStarted())
    event.respondWith(takeShare(device, request))
  } else {
    const answer = pages.handleRequest({ event, request })
    if (answer) event.respondWith(answer)
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(deliver(device))
})

self.addEventListener('periodicsync', (event) => {
  if (event.tag === REFRESH_TAG) event.waitUntil(refreshAtTimes(device))
})

self.addEventListener('push', (event) => {
  event.waitUntil(receivePush(device, payloadOf(event), extendOf(event, giveWay.untilGivingWay)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const tapped = { action: event.action, reply: event.reply ?? '' }
  event.waitUntil(openNotification(device, event.notification.data, tapped, extendOf(event, giveWay.untilGivingWay)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(sendSubscription(device)))

self.addEventListener('message', (event) => {
  if (isClaim(event.data)) event.waitUntil(self.clients.claim())
  if (isGiveWay(event.data, version)) {
    giveWay.begin()
    event.waitUntil(ignored(storeGiveWay(caches, version, ports.now())))
  }
  const { locks } = navigator
  const askToGiveWay = (): void => self.registration.active?.postMessage(giveWayTo(version))
  const skipWaiting = (): Promise<void> => self.skipWaiting()
  event.waitUntil(takeOver(event.data, { ...ports, locks, askToGiveWay, skipWaiting }))
})
