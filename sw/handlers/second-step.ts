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
const AGAIN_MS = 30_000

/** @param list its address, which carries a hash; it is kept last, so that with it all is there */
export const takeLater = async (list: string, caches: Pick<CacheStorage, 'open'>, fetch: Fetch): Promise<void> => {
  const cache = await caches.open(FILES)
  if (await cache.match(list)) return
  const answer = await fetch(list)
  // An answer of our own build, or none.
  const { later } = (await answer.clone().json()) as FileLists
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = later.filter((path) => !held.has(path))
  await Promise.all([keepTexts('all', caches, fetch), inParallel(missing, AT_ONCE, (path) => keep(cache, path, fetch))])
  await cache.put(list, answer)
}

/** @returns what is called whenever a page asks for something; it does its work once a worker's life */
export const createSecondStep = (
  { ports, sessions }: Pick<Device, 'ports' | 'sessions'>,
  take: (isVisitor: boolean) => Promise<void>,
): (() => Promise<void>) => {
  let going: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  const again = (): void => {
    ports.later(() => {
      going = null
    }, AGAIN_MS)
  }
  const wait = (): Promise<void> =>
    new Promise((resolve) => {
      ports.later(resolve, VISITOR_MS)
    })
  return async () => {
    const isVisitor = !isMember(await sessions.current())
    if (isVisitor) await (waiting ??= wait())
    await (going ??= take(isVisitor).catch(again))
  }
}
