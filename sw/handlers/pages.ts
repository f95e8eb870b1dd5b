/** The app itself: its files are taken once a version, and every page of it opens from them, with or without network. */
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { AppFile } from './fetch-ahead.ts'
import { isFrontPage } from './front-page.ts'
import { FILES, isKept } from './kept.ts'
import { isServersPage, isVisitorsPage, SHELL_PATH } from './navigation.ts'

/** Longer than this, a page that the app can make itself is not waited for. */
const PATIENCE_MS = 4_000

type Asked = {
  /** The front page with everything in it, where it is held for whoever asks. */
  front: () => Promise<Response | null>
  /** The address to go to instead of the one that is opened, null where that is meant [PWA-7]. */
  instead: (url: URL) => Promise<string | null>
}

export const servePages = (files: AppFile[], { front, instead }: Asked): void => {
  // No address but its own leads to a file: `/` is not the shell's alone.
  precacheAndRoute(files, { cleanURLs: false, directoryIndex: '' })
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
        const held = isFrontPage(options.url) ? front().catch(() => null) : Promise.resolve(null)
        const [page, path] = await Promise.all([held.then((one) => one ?? shell(options)), instead(options.url)])
        return path === null ? page : Response.redirect(path)
      },
      { denylist: [isServersPage] },
    ),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isKept.test(url.pathname),
    // Once it was used it is there without network; what failed is asked for again.
    new CacheFirst({ cacheName: FILES }),
  )
}
