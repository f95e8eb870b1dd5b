/** The app itself: every page of it opens from the files that this device holds, with or without network. */
import type { Extend } from '../ports.ts'
import { isFrontPage } from './front-page.ts'
import { FILES, isKept } from './kept.ts'
import { isServersPage, isVisitorsPage, SHELL_PATH } from './navigation.ts'

/** Longer than this, a page that the app can make itself is not waited for. */
const PATIENCE_MS = 4_000

export type Files = {
  origin: string
  caches: Pick<CacheStorage, 'open'>
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  /** What Workbox took at the installation. */
  installed: {
    getCacheKeyForURL: (url: string) => string | undefined
    matchPrecache: (url: string) => Promise<Response | undefined>
  }
  /** The front page with everything in it, where it is held for whoever asks. */
  front: () => Promise<Response | null>
  /** The address to go to instead of the one that is opened, null where that is meant [PWA-7]. */
  instead: (url: URL) => Promise<string | null>
}

/** @returns null where the worker keeps out of the way */
export const answerPage = (files: Files, request: Request, extend: Extend): Promise<Response> | null => {
  const url = new URL(request.url)
  const { pathname, search } = url
  if (url.origin !== files.origin || request.method !== 'GET') return null
  if (request.mode === 'navigate') {
    if (isServersPage.test(pathname + search)) return null
    return isVisitorsPage.test(pathname) ? serversFirst(files, request.url) : ofApp(files, url)
  }
  if (files.installed.getCacheKeyForURL(url.href) !== undefined) return installedFile(files, pathname)
  return isKept.test(pathname) ? keptFile(files, request, extend) : null
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

/** Once it was used it is there without network; what failed is asked for again. */
const keptFile = async ({ caches, fetch }: Files, request: Request, extend: Extend): Promise<Response> => {
  const cache = await caches.open(FILES)
  const held = await cache.match(request)
  if (held) return held
  const answer = await fetch(request)
  if (answer.ok) extend(cache.put(request, answer.clone()))
  return answer
}
