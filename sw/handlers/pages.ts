/** The app itself: its files are taken once a version, and every page of it opens from them, with or without network. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { AppFile } from './fetch-ahead.ts'
import { isKept } from './kept.ts'
import { isServersPage, isVisitorsPage, SHELL_PATH } from './navigation.ts'

/** Longer than this, a page that the app can make itself is not waited for. */
const PATIENCE_MS = 4_000

/**
 * @param kept the name of the cache of what is kept once it was used
 * @param instead the address to go to instead of the one that is opened, null where that is meant [PWA-7]
 */
export const servePages = (files: AppFile[], kept: string, instead: (url: URL) => Promise<string | null>): void => {
  cleanupOutdatedCaches()
  precacheAndRoute(files)
  const shell = createHandlerBoundToURL(SHELL_PATH)
  registerRoute(
    new NavigationRoute(
      (options) => fetch(options.request.url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => shell(options)),
      { allowlist: [isVisitorsPage] },
    ),
  )
  registerRoute(
    new NavigationRoute(
      async (options) => {
        const [page, path] = await Promise.all([shell(options), instead(options.url)])
        return path === null ? page : Response.redirect(path)
      },
      { denylist: [isServersPage] },
    ),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isKept.test(url.pathname),
    // Once it was used it is there without network; what failed is asked for again.
    new CacheFirst({ cacheName: kept }),
  )
}
