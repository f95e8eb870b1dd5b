/**
 * The prerendered front page for visitors. Cached, it is on the screen before any script runs, with or without a
 * network. A member gets the shell instead, which opens the members area.
 */
import { LOCALE_PARAM } from '#contract/device.ts'
import type { ShellStore } from '../store/shell-db.ts'
import type { AppFile, Fetch } from './fetch-files.ts'
import { FILES, headersOfText, isOfVersion } from './cached-files.ts'

/** The cache key of the front page; each version has its own, since the page names that version's files. */
export const frontKey = (version: string): string => `/?version=${version}`

/** Whether this is the front page. An address with a language is left to the server. */
export const isFrontPage = ({ pathname, searchParams }: URL): boolean =>
  pathname === '/' && !searchParams.has(LOCALE_PARAM)

type Caching = {
  key: string
  files: readonly AppFile[]
  caches: Pick<CacheStorage, 'open'>
  fetch: Fetch
}

/** Caches the page if it is prerendered and belongs to this version: the server may already have the next one. */
export const cacheFrontPage = async ({ key, files, caches, fetch }: Caching): Promise<void> => {
  const answer = await fetch('/')
  const html = await answer.text()
  if (answer.ok && isOfVersion(html, files) && html.includes('data-prerendered=')) {
    const headers = headersOfText(answer)
    // The page that the browser has just shown may lack it, as no page had led there. Another page may open the stored one [SAFE-5].
    headers.set('cross-origin-opener-policy', 'same-origin')
    await (await caches.open(FILES)).put(key, new Response(html, { headers }))
  }
}

type FrontPageRequest = {
  key: string
  caches: Pick<CacheStorage, 'open'>
  state: Pick<ShellStore, 'read'>
  /** The language chosen on this device, or null. It fails in a browser without the cookie store. */
  language: () => Promise<string | null>
}

/** @returns null if the shell has to answer */
export const cachedFrontPage = async ({ key, caches, state, language }: FrontPageRequest): Promise<Response | null> => {
  const [{ known, member }, page, chosen] = await Promise.all([
    state.read(),
    caches.open(FILES).then((cache) => cache.match(key)),
    language(),
  ])
  const speaks = chosen === null || chosen === page?.headers.get('content-language')
  return page && known && member === null && speaks ? page : null
}
