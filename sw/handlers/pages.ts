/** Answers the app's pages and files from the device, with or without a network. */
import { NavigationRoute, Route, Router } from 'workbox-routing'
import { ASK_LOGOUT_PATH } from '#contract/device.ts'
import { isFrontPage } from './front-page.ts'
import { isCachedOnUse, SHELL_PATH } from './cached-files.ts'

/** The timeout for a server page, after which the app's shell answers. */
const PATIENCE_MS = 4_000

export type Files = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** The files that Workbox precached. */
  installed: {
    getCacheKeyForURL: (url: string) => string | undefined
    matchPrecache: (url: string) => Promise<Response | undefined>
  }
  /** Fetches the precached files that the device has lost. */
  restore: () => void
  /** The strategy for files that are cached on first use. */
  cachedOnUse: ConstructorParameters<typeof Route>[1]
  /** The cached front page, or null if the shell has to answer. */
  front: () => Promise<Response | null>
  /** The shell as it starts at this address, with the stored markup of the screen if there is some [PWA-17]. */
  started: (shell: Response, url: URL) => Promise<Response>
  /** The address of a tapped notification that replaces the opened one, or null [PWA-7]. */
  instead: (url: URL) => Promise<string | null>
  isLoggedIn: () => Promise<boolean>
}

/** Only the server answers these paths. */
export const isServersPage =
  /^\/(?:(?:api|photos|dev|sandbox|share|desk|partner|\.well-known)\/|(?:healthz|readyz|robots\.txt|sitemap\.xml|desk)$)/

/**
 * The server prerenders these pages from parts that the device does not have. The worker asks the server first, and
 * falls back to the shell.
 */
export const isVisitorsPage = /^\/(?:landers|pages)\//

/** The call `logout`, typed as an address or linked from elsewhere. The app asks before it wipes the device [PWA-11], [SAFE-4]. */
const isLogout = /^\/api\/logout(?:\.php)?$/

const askLogout = async (files: Files, url: URL): Promise<Response> =>
  Response.redirect(new URL((await files.isLoggedIn()) ? ASK_LOGOUT_PATH : '/', url))

/** The routes of pages and files. The worker does not answer requests without a route. */
export const pageRoutes = (files: Files): Router => {
  const router = new Router()
  const routes = [
    new NavigationRoute(({ url }) => askLogout(files, url), { allowlist: [isLogout] }),
    new NavigationRoute(({ request }) => serversFirst(files, request.url), { allowlist: [isVisitorsPage] }),
    new NavigationRoute(({ url }) => ofApp(files, url), { denylist: [isServersPage] }),
    new Route(
      ({ url }) => files.installed.getCacheKeyForURL(url.href) !== undefined,
      ({ url }) => installedFile(files, url.pathname),
    ),
    new Route(({ url, sameOrigin }) => sameOrigin && isCachedOnUse.test(url.pathname), files.cachedOnUse),
  ]
  for (const route of routes) router.registerRoute(route)
  // Cache Storage itself may fail, as on a damaged disk. The server then answers as it would without a worker.
  router.setCatchHandler(({ request }) => files.fetch(request.url))
  return router
}

/** The browser may have evicted the file, so fall back to the network. The next start may have none. */
const installedFile = async ({ installed, fetch, restore }: Files, path: string): Promise<Response> => {
  const stored = await installed.matchPrecache(path)
  if (stored) return stored
  restore()
  return fetch(path)
}

const shell = (files: Files): Promise<Response> => installedFile(files, SHELL_PATH)

/** The device shows more than a server that fails, or than the proxy of one that is away. */
const serversFirst = async (files: Files, url: string): Promise<Response> => {
  const page = await files.fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null)
  return page === null || page.status >= 500 ? shell(files) : page
}

const ofApp = async (files: Files, url: URL): Promise<Response> => {
  const [page, path] = await Promise.all([documentOf(files, url), files.instead(url)])
  return path === null ? page : Response.redirect(path)
}

const documentOf = async (files: Files, url: URL): Promise<Response> => {
  const front = isFrontPage(url) ? await files.front().catch(() => null) : null
  if (front) return front
  const plain = await shell(files)
  // Without stored markup the app still starts.
  return files.started(plain, url).catch(() => plain)
}
