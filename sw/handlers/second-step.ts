/**
 * The app's files are fetched in two steps. The installation fetches the files of the shell and of a visitor's first
 * screens. All other files follow once the worker is active: at once for a member [PWA-1], and for a visitor after a
 * delay, when their first page has loaded. A worker that dies in between continues at its next start.
 */
import type { Device } from '../device.ts'
import { inParallel } from '../in-parallel.ts'
import { isFull, withRoomForFiles } from '../storage.ts'
import { isMember } from '../store/session.ts'
import { FILES, SHELL_PATH, cacheFile, cacheTexts, textsBeside, type FileLists } from './cached-files.ts'
import type { Fetch } from './fetch-files.ts'
import { pause } from '../timeout.ts'

const AT_ONCE = 4
const VISITOR_MS = 10_000
/** The pause between rounds, doubled after each: a round has already tried every file several times. */
const AGAIN_MS = 10_000
const LONGEST_AGAIN_MS = 300_000
/** After this many failed files in a row, the network counts as missing. */
const MISSED_IN_A_ROW_MAX = 8

/**
 * Fetches the missing files in the order of the list. A failed file does not stop the others [PWA-15]. Throws the first
 * failure once all were tried. On a full device photos make room.
 * @param list the address of the list, which carries a hash; it is cached last and so marks completion
 */
export const fetchSecondStep = (
  list: string,
  caches: Pick<CacheStorage, 'open' | 'keys'>,
  fetch: Fetch,
): Promise<void> => withRoomForFiles(caches, () => fetchMissing(list, caches, fetch))

const fetchMissing = async (list: string, caches: Pick<CacheStorage, 'open'>, fetch: Fetch): Promise<void> => {
  const cache = await caches.open(FILES)
  if (await cache.match(list)) return
  const answer = await fetch(list)
  // Our own build wrote this file.
  const { later } = (await answer.clone().json()) as FileLists
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = later.filter((path) => !cachedPaths.has(path))
  const failures: unknown[] = []
  let missedInARow = 0
  const take = async (path: string): Promise<void> => {
    if (missedInARow >= MISSED_IN_A_ROW_MAX) return
    try {
      await cacheFile(cache, path, fetch)
      missedInARow = 0
    } catch (error) {
      missedInARow += 1
      failures.push(error)
    }
  }
  // No screen can be shown without its texts.
  const texts = cacheAllTexts(caches, fetch).catch((error: unknown) => void failures.push(error))
  await Promise.all([texts, inParallel(missing, AT_ONCE, take)])
  // Only a full device can be helped here.
  if (failures.length > 0) throw failures.find(isFull) ?? failures[0]
  await cache.put(list, answer)
}

/** The language may have changed since the installation, so the server is asked. */
const cacheAllTexts = async (caches: Pick<CacheStorage, 'open'>, fetch: Fetch): Promise<void> =>
  cacheTexts(textsBeside(await fetch(SHELL_PATH, { method: 'HEAD' })), caches, fetch)

/** @returns a function to call with every request of a page; it works once in a worker's life */
export const createSecondStep = (
  { ports, sessions }: Pick<Device, 'ports' | 'sessions'>,
  take: (isVisitor: boolean) => Promise<void>,
): (() => Promise<void>) => {
  let going: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  let rounds = 0
  const isVisitor = async (): Promise<boolean> => !isMember(await sessions.current())
  /** Retries after a pause while the worker lives. A restarted worker retries with the next request of a page. */
  const again = (): void => {
    const ms = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** rounds)
    rounds += 1
    ports.startTimer(() => {
      going = null
      if (ports.isOnLine()) void step()
      else rounds = 0
    }, ms)
  }
  const step = async (): Promise<void> => {
    const visits = await isVisitor()
    if (visits) await (waiting ??= pause(ports, VISITOR_MS))
    await (going ??= take(visits).catch(again))
  }
  return step
}
