/**
 * The app comes to the device in two steps. The installation takes what the shell and a visitor's first screens need;
 * all other screens follow once the worker is at work: at once for a member [PWA-1], for a visitor a little later, when
 * their first page has what it needs. A worker that dies in between goes on where it was, the next time it is started.
 */
import type { Device } from '../device.ts'
import { inParallel } from '../in-parallel.ts'
import { isMember } from '../store/session.ts'
import { FILES, keep, keepTexts, type Fetch } from './kept.ts'

/** The build's lists, a file of their own: the worker's size does not grow with the app (`scripts/chunks.ts`). */
export type FileLists = {
  /** What the second step takes. */
  later: string[]
  /** What is kept once it was used. */
  seldom: string[]
}

const AT_ONCE = 4
const VISITOR_MS = 10_000
/** Between rounds, twice as long after each: a round has tried every file several times already. */
const AGAIN_MS = 10_000
const LONGEST_AGAIN_MS = 300_000
/** After so many files in a row that did not come there is no network to speak of. */
const MISSED_IN_A_ROW_MAX = 8

/**
 * Takes what is missing, in the order of the list: a file that does not come leaves the others alone [PWA-15]. Throws the
 * first failure once all were tried.
 * @param list its address, which carries a hash; it is kept last, so that with it all is there
 */
export const takeLater = async (list: string, caches: Pick<CacheStorage, 'open'>, fetch: Fetch): Promise<void> => {
  const cache = await caches.open(FILES)
  if (await cache.match(list)) return
  const answer = await fetch(list)
  // An answer of our own build, or none.
  const { later } = (await answer.clone().json()) as FileLists
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = later.filter((path) => !held.has(path))
  const failures: unknown[] = []
  let missedInARow = 0
  const take = async (path: string): Promise<void> => {
    if (missedInARow >= MISSED_IN_A_ROW_MAX) return
    try {
      await keep(cache, path, fetch)
      missedInARow = 0
    } catch (error) {
      missedInARow += 1
      failures.push(error)
    }
  }
  // Without its words no screen can be shown.
  const texts = keepTexts('all', caches, fetch).catch((error: unknown) => void failures.push(error))
  await Promise.all([texts, inParallel(missing, AT_ONCE, take)])
  if (failures.length > 0) throw failures[0]
  await cache.put(list, answer)
}

/** @returns what is called whenever a page asks for something; it does its work once a worker's life */
export const createSecondStep = (
  { ports, sessions }: Pick<Device, 'ports' | 'sessions'>,
  take: (isVisitor: boolean) => Promise<void>,
): (() => Promise<void>) => {
  let going: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  let rounds = 0
  const isVisitor = async (): Promise<boolean> => !isMember(await sessions.current())
  /** By itself while the worker lives, and with the next request of a page once another has been started. */
  const again = (): void => {
    const pause = Math.min(LONGEST_AGAIN_MS, AGAIN_MS * 2 ** rounds)
    rounds += 1
    ports.later(() => {
      going = null
      if (ports.isOnLine()) void step()
      else rounds = 0
    }, pause)
  }
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      ports.later(resolve, VISITOR_MS)
    })
  const step = async (): Promise<void> => {
    const visits = await isVisitor()
    if (visits) await (waiting ??= wait())
    await (going ??= take(visits).catch(again))
  }
  return step
}
