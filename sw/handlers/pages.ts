/** The app itself: every page of it opens from the files that this device holds, with or without network. */
import { NavigationRoute, Route, Router } from 'workbox-routing'
import { isFrontPage } from './front-page.ts'
import { isKept } from './kept.ts'
import { isServersPage, isVisitorsPage, SHELL_PATH } from './navigation.ts'

/** Longer than this, a page that the app can make itself is not waited for. */
const PATIENCE_MS = 4_000

export type Files = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** What Workbox took at the installation. */
  installed: {
    getCacheKeyForURL: (url: string) => string | undefined
    matchPrecache: (url: string) => Promise<Response | undefined>
  }
  /** Answers a file that is kept once it was used. */
  kept: ConstructorParameters<typeof Route>[1]
  /** The front page with everything in it, where it is held for whoever asks. */
  front: () => Promise<Response | null>
  /** The address to go to instead of the one that is opened, null where that is meant [PWA-7]. */
  instead: (url: URL) => Promise<string | null>
}

/** What no route is for, the worker keeps out of. */
export const pageRoutes = (files: Files): Router => {
  const router = new Router()
  const routes = [
    new NavigationRoute(({ request }) => serversFirst(files, request.url), { allowlist: [isVisitorsPage] }),
    new NavigationRoute(({ url }) => ofApp(files, url), { denylist: [isServersPage] }),
    new Route(
      ({ url }) => files.installed.getCacheKeyForURL(url.href) !== undefined,
      ({ url }) => installedFile(files, url.pathname),
    ),
    new Route(({ url, sameOrigin }) => sameOrigin && isKept.test(url.pathname), files.kept),
  ]
  for (const route of routes) router.registerRoute(route)
  return router
}

/** It may have been taken away for want of room. */
const installedFile = async ({ installed, fetch }: Files, path: string): Promise<Response> =>
  (await installed.matchPrecache(path)) ?? fetch(path)

const shell = (files: Files): Promise<Response> => installedFile(files, SHELL_PATH)

const serversFirst = (files: Files, url: string): Promise<Response> =>
  files.fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => shell(files))

const ofApp = async (files: Files, url: URL): Promise<Response> => {
  const front = isFrontPage(url) ? files.front().catch(() => null) : Promise.resolve(null)
  const [page, path] = await Promise.all([front.then((held) => held ?? shell(files)), files.instead(url)])
  return path === null ? page : Response.redirect(path)
}
