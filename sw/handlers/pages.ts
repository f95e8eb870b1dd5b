/** The app itself: its files are taken once a version, and every page of it opens from them, with or without network. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { AppFile } from './fetch-ahead.ts'
import { isServersPage, SHELL_PATH } from './navigation.ts'

export const servePages = (files: AppFile[]): void => {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  const shell = createHandlerBoundToURL(SHELL_PATH)
  registerRoute(new NavigationRoute(shell, { denylist: [isServersPage] }))
  // Not worth the bytes of everyone's first visit: letters of one language, icons beside notifications.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && /^\/icons\/|\.woff2$/.test(url.pathname),
    new CacheFirst({ cacheName: 'seldom' }),
  )
}
