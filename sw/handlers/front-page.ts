/**
 * The front page as the server sends it to visitors, with everything in it: kept, it is on the screen before any script
 * runs, with or without a network. A member's device answers with the shell, which leads on.
 */
import type { ShellStore } from '../store/shell-db.ts'
import type { AppFile } from './fetch-ahead.ts'
import { FILES, type Fetch } from './kept.ts'

/** Its place among the files, apart for each version: it names the version's own. */
export const frontKey = (version: string): string => `/?version=${version}`

/** An address may name a language; then it is the server's to answer. */
export const isFrontPage = ({ pathname, searchParams }: URL): boolean => pathname === '/' && !searchParams.has('lang')

const ENTRY = /<script type="module"[^>]* src="\/([^"]+)"/

/** Keeps it where it is a visitor's and of this version: the server may have gone on to the next. */
export const keepFront = async (
  key: string,
  files: readonly AppFile[],
  caches: Pick<CacheStorage, 'open'>,
  fetch: Fetch,
): Promise<void> => {
  const answer = await fetch('/')
  const html = await answer.clone().text()
  const entry = ENTRY.exec(html)?.[1]
  const isOurs = files.some((file) => typeof file !== 'string' && file.url === entry)
  if (answer.ok && isOurs && html.includes('data-prerendered=')) await (await caches.open(FILES)).put(key, answer)
}

type Asked = {
  key: string
  caches: Pick<CacheStorage, 'open'>
  state: Pick<ShellStore, 'read'>
  /** The language chosen on this device, null where none was; it fails where the browser does not tell. */
  language: () => Promise<string | null>
}

/** @returns null where the shell is to answer */
export const heldFront = async ({ key, caches, state, language }: Asked): Promise<Response | null> => {
  const [{ known, member }, page, chosen] = await Promise.all([
    state.read(),
    caches.open(FILES).then((cache) => cache.match(key)),
    language(),
  ])
  const speaks = chosen === null || chosen === page?.headers.get('content-language')
  return page && known && member === null && speaks ? page : null
}
