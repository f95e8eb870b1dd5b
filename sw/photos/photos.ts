/**
 * Answers and caches photos. The content of a path never changes, so a cached photo is shown at once. Once a day the
 * worker asks the server whether the photo may still be shown. Each member has one cache with a byte limit.
 */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Connection } from '../connection.ts'
import { ignored } from '../ignored.ts'
import { inParallel } from '../in-parallel.ts'
import type { Extend, Ports } from '../ports.ts'
import { tryRequest, TIMEOUT_MS, Unreachable } from '../server-api.ts'
import type { DeviceSession } from '../store/session.ts'
import { isFull, type Storage } from '../storage.ts'
import {
  noteChecked,
  orphanedPhotos,
  photoBudget,
  rememberPhoto,
  touchPhoto,
  dropPhotos,
  olderPhotos,
  photoCacheName,
} from './budget.ts'

export type Photos = {
  answer: (session: DeviceSession, request: Request, extend: Extend) => Promise<Response>
  /** Prefetches the photos of cards that are not cached yet. */
  warm: (session: DeviceSession, cards: readonly ProfileCard[], size: PhotoSize) => Promise<void>
  /** Prefetches paths that are not cached yet, unless the member saves data. */
  warmPaths: (session: DeviceSession, paths: Iterable<string>) => Promise<void>
  /** Drops the photos of messages that are gone [CHAT-8]. */
  sweep: (session: DeviceSession) => Promise<void>
  /** Drops photos that this member may not see any more. */
  drop: (session: DeviceSession, urls: readonly string[]) => Promise<void>
}

export type PhotoDeps = {
  ports: Ports
  connection: Connection
  storage: Storage
  /** Completes a pending logout, which must reach the server before any other request. Throws `Unreachable`. */
  ready: () => Promise<void>
}

/** `/photos/<id>/<size>`, as a path of this site. */
export const isPhotoPath = (path: string): boolean => {
  const [, folder, id, size, ...others] = path.split('/')
  return folder === 'photos' && id !== '' && others.length === 0 && PHOTO_SIZES.some((known) => known === size)
}

/** The path of a photo in one size. */
export const photoPath = (id: string, size: PhotoSize): string => `/photos/${encodeURIComponent(id)}/${size}`

/** `stored` settles when the device has stored or dropped the photo; it never rejects. */
type FetchedPhoto = { original: Response; stored: Promise<void> }

/** The largest first. */
const SHARP = ['full', 'card', 'thumb'] as const
const WARM_AT_ONCE = 2
/** Statuses of a photo that this member may not see, or not any more. */
const GONE = new Set([403, 404, 410])

export const createPhotos = ({ ports, connection, storage, ready }: PhotoDeps): Photos => {
  const open = (session: DeviceSession): Promise<Cache> => ports.caches().open(photoCacheName(session.member))

  let budget: Promise<number> | null = null

  /** Running requests, one per photo: a list and its prefetch need the same photos. */
  const underWay = new Map<string, Promise<FetchedPhoto>>()

  /**
   * Fetches a photo once for all requests at the same time.
   * @param etag the ETag of the cached copy, if the request only checks whether it may still be shown
   */
  const fetchOnce = async (session: DeviceSession, url: string, etag?: string): Promise<FetchedPhoto> => {
    const key = `${session.epoch} ${url} ${etag ?? ''}`
    const request = underWay.get(key) ?? fetchPhoto(session, url, etag)
    underWay.set(key, request)
    const forget = (): void => void underWay.delete(key)
    request.then(({ stored }) => stored.then(forget), forget)
    const { original, stored } = await request
    return { original: original.clone(), stored }
  }

  const fetchPhoto = async (session: DeviceSession, url: string, etag: string | undefined): Promise<FetchedPhoto> => {
    await ready()
    // Bypass the browser's HTTP cache: after an offline logout, the photo would stay readable there [PWA-11].
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    const init = { credentials: 'same-origin', cache: 'no-store', headers } as const
    const request = new Request(new URL(url, ports.origin), init)
    const original = await tryRequest(ports, connection, request, { timeoutMs: TIMEOUT_MS, isPatient: true })
    // A captive portal answers with a page of its own. Stored, it would be this photo for ever.
    if (original.ok && original.headers.get('content-type')?.startsWith('image/') !== true) {
      connection.report(false)
      throw new Unreachable()
    }
    if (original.status === 304) return { original, stored: ignored(noteChecked(session, url, ports.now())) }
    if (original.status === 200) return { original, stored: ignored(store(session, url, original.clone())) }
    return { original, stored: ignored(GONE.has(original.status) ? dropAll(session, [url]) : Promise.resolve()) }
  }

  const store = async (session: DeviceSession, url: string, response: Response): Promise<void> => {
    const body = await response.blob()
    if (session.isOver()) return
    const cache = await open(session)
    const cached = (): Response => new Response(body, { headers: response.headers })
    try {
      await cache.put(url, cached())
    } catch {
      // The disk is full: delete older photos and retry once [PWA-13].
      await dropAll(session, await olderPhotos(session))
      try {
        await cache.put(url, cached())
      } catch (error) {
        if (isFull(error)) storage.report('photos', 'full')
        throw error
      }
    }
    storage.report('photos', 'ok')
    // The member logged out during the request, so this photo must be deleted too [PWA-11].
    if (session.isOver()) await ports.caches().delete(photoCacheName(session.member))
    else {
      const row = { url, bytes: body.size, used_at: ports.now(), checked_at: ports.now() }
      budget ??= ports.quota().then(photoBudget)
      await dropAll(session, await rememberPhoto(session, row, await budget))
    }
  }

  const dropAll = (session: DeviceSession, urls: readonly string[]): Promise<void> => dropPhotos(ports, session, urls)

  /** Offline, answers with another cached size of the photo. A blurred photo is never replaced by a sharp one. */
  const inAnotherSize = async (session: DeviceSession, url: string): Promise<Response | undefined> => {
    if (url.endsWith('/blur') || session.isOver()) return undefined
    const cache = await open(session)
    const photo = url.slice(0, url.lastIndexOf('/') + 1)
    const cached = await Promise.all(SHARP.map((size) => cache.match(photo + size)))
    return cached.find((response) => response)
  }

  const recheck = async (session: DeviceSession, url: string, cached: Response): Promise<void> => {
    if (!(await touchPhoto(session, url, ports.now(), DAY_MS))) return
    const { stored } = await fetchOnce(session, url, cached.headers.get('etag') ?? undefined)
    await stored
  }

  const warmPaths = async (session: DeviceSession, paths: Iterable<string>): Promise<void> => {
    if (ports.savesData()) return
    const cache = await open(session)
    await inParallel([...new Set(paths)], WARM_AT_ONCE, async (url) => {
      if (session.isOver() || (await cache.match(url))) return
      const { stored } = await fetchOnce(session, url)
      await stored
    })
  }

  return {
    warmPaths,
    drop: dropAll,
    sweep: async (session) => dropAll(session, await orphanedPhotos(session)),
    answer: async (session, request, extend) => {
      const url = new URL(request.url).pathname
      const waiting = await queuedPhoto(session, url)
      if (waiting) return waiting
      const cached = session.isOver() ? undefined : await (await open(session)).match(url)
      if (cached) {
        extend(recheck(session, url, cached))
        return cached
      }
      try {
        const { original, stored } = await fetchOnce(session, url)
        extend(stored)
        return original
      } catch (error) {
        if (error instanceof Unreachable) return (await inAnotherSize(session, url)) ?? Response.error()
        throw error
      }
    },
    warm: (session, cards, size) =>
      warmPaths(
        session,
        cards.flatMap(({ main_image: photo }) => (photo ? [photoPath(photo.id, photo.locked ? 'blur' : size)] : [])),
      ),
  }
}

const OWN_ID = /^\/photos\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//

/** The member's own queued photo from the device, for every size. */
const queuedPhoto = async (session: DeviceSession, path: string): Promise<Response | null> => {
  const id = OWN_ID.exec(path)?.[1]
  if (id === undefined || session.isOver()) return null
  const blob = await session.read(['blobs'], (tx) => tx.objectStore('blobs').get(id))
  if (!blob) return null
  return new Response(blob.bytes, {
    headers: { 'content-type': blob.type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}
