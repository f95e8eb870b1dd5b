/** The app itself: its files are taken once a version, and every page of it opens from them, with or without network. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { isServersPage, SHELL_PATH } from './navigation.ts'

export type AppFile = string | { url: string; revision: string | null }

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

/**
 * Asks for all files side by side. Workbox takes one after another, a round trip each; it then finds them in the
 * browser's own cache, where hashed names stay. What does not come here, Workbox asks for again.
 */
export const fetchAhead = async (files: AppFile[], fetch: (url: string) => Promise<Response>): Promise<void> => {
  const hashed = files.filter((file) => typeof file !== 'string' && file.revision === null)
  await Promise.allSettled(hashed.map(async (file) => (await fetch(typeof file === 'string' ? file : file.url)).blob()))
}
