/** The app itself: its files are taken once a version, and every page of it opens from them, with or without network. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SERVER_PATHS, SHELL_PATH } from './navigation.ts'

export const servePages = (files: ServiceWorkerGlobalScope['__WB_MANIFEST']): void => {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL_PATH), { denylist: SERVER_PATHS }))
}
