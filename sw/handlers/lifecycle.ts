/** The worker's lifecycle: installation, taking over open pages, the work at each start, and both kinds of Background Sync. */
import * as v from 'valibot'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { readDrafts } from '../store/drafts.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { pruneFound, pruneMessages, pruneProfiles } from '../store/prune.ts'
import { refreshSettings } from './cached-site.ts'
import { messagesStoredSince } from './site-data.ts'
import { prefetch, type AppFile, type Fetch, type Precache } from './fetch-files.ts'
import { cacheTexts, fromHttpCache, isOfVersion, SHELL_PATH, cacheOlderFiles, textsBeside } from './cached-files.ts'
import { isFull, withRoomForFiles } from '../storage.ts'
import { isMember } from '../store/session.ts'
import { sendSubscription } from './push-subscription.ts'
import { fetchSecondStep } from './second-step.ts'
import { sweepSnapshots } from './snapshots.ts'

type InstallParts = {
  files: readonly AppFile[]
  precache: Precache
  /** Lets Workbox fetch the files that are still missing; rejects if one cannot be fetched. */
  complete: () => Promise<unknown>
  /** The address of the list of second-step files. */
  later: string
  /** Whether another version is already active. */
  isUpdate: boolean
  caches: Pick<CacheStorage, 'open' | 'keys'>
  fetch: Fetch
}

/**
 * Installs a version. An update also fetches the files of the second step at once, so that after the takeover
 * everything works offline that worked before [PWA-1], [PWA-10].
 */
export const install = async ({
  files,
  precache,
  complete,
  later,
  isUpdate,
  caches,
  fetch,
}: InstallParts): Promise<void> => {
  await withRoomForFiles(caches, async () => {
    // Wait for both, so that one lack of space makes room once.
    const stores = await Promise.allSettled([
      prefetch(files, precache, caches, fetch, isUpdate ? fetch : fromHttpCache(files, fetch)),
      cacheOlderFiles(files, caches),
    ])
    const failures = stores.flatMap((store) => (store.status === 'rejected' ? [store.reason as unknown] : []))
    if (failures.length > 0) throw failures.find(isFull) ?? failures[0]
  })
  await complete()
  const texts = textsBeside(await checkedShell(files, precache, caches))
  await withRoomForFiles(caches, () => cacheTexts(isUpdate ? texts : texts.slice(0, 1), caches, fetch))
  if (isUpdate) await fetchSecondStep(later, caches, fetch)
}

/**
 * Fetches the files of both steps that the browser has lost: without them no start works offline, until the next version [PWA-1]. Until the
 * worker's next start its own second step would fetch nothing more.
 */
export const createRestore = ({
  files,
  precache,
  later,
  caches,
  fetch,
}: Omit<InstallParts, 'complete' | 'isUpdate'>) => {
  let restoring: Promise<void> | null = null
  return (): void => {
    restoring ??= ignored(
      withRoomForFiles(caches, () => prefetch(files, precache, caches, fetch))
        .then(() => checkedShell(files, precache, caches))
        .then(() => fetchSecondStep(later, caches, fetch)),
    ).finally(() => {
      restoring = null
    })
  }
}

/**
 * A document of another version would name files that this one does not have, for as long as this version runs. Without it the
 * browser installs again later.
 */
const checkedShell = async (
  files: readonly AppFile[],
  precache: Precache,
  caches: Pick<CacheStorage, 'open'>,
): Promise<Response> => {
  const cache = await caches.open(precache.strategy.cacheName)
  const key = precache.getCacheKeyForURL(SHELL_PATH) ?? SHELL_PATH
  const shell = await cache.match(key)
  if (shell && isOfVersion(await shell.clone().text(), files)) return shell
  await cache.delete(key)
  throw new TypeError(`${SHELL_PATH} is ${shell ? 'of another version' : 'missing'}`)
}

/**
 * Takes over the open pages. The news makes them repeat their requests through the worker, so that the answers are
 * stored [PWA-1]. Nothing here may wait for the network: the pages get no answers until a worker is active.
 */
export const claimPages = async ({ ports }: Device, claim: () => Promise<void>): Promise<void> => {
  await claim()
  ports.news(['session'])
}

/** @returns what every event calls that needs a started worker; a start that failed, such as on a busy disk, is repeated at the next event */
export const createStart = (run: () => Promise<void>): (() => Promise<void>) => {
  let started: Promise<void> | null = null
  return () =>
    (started ??= run().catch((error: unknown) => {
      started = null
      throw error
    }))
}

/**
 * Runs once after each start of the worker: asks who is logged in if unknown, resumes queued work, and deletes old
 * data.
 */
export const start = async (device: Device): Promise<void> => {
  await device.identity.askIfUnknown()
  await device.resume()
  await ignored(sendSubscription(device))
  const session = await device.sessions.current()
  // Reading the drafts deletes shared drafts older than a day.
  await ignored(readDrafts(session, device.ports.now()))
  await ignored(pruneProfiles(session, device.ports.now()))
  await ignored(pruneFound(session))
  await ignored(messagesStoredSince(device).then((since) => pruneMessages(session, since)))
  await ignored(device.photos.sweep(session))
  if (isMember(session)) await ignored(sweepSnapshots(device, session))
}

const Claim = v.object({ type: v.literal('CLAIM') })

/** A page that was loading while this version became active asks to be taken over. */
export const isClaim = (message: unknown): boolean => v.is(Claim, message)

/** The browser reports a network. Throws while writes are still queued, so that the browser retries. */
export const deliver = async (device: Device): Promise<void> => {
  await device.resume({ isConnected: true })
  const session = await device.sessions.current()
  const { pending_logout } = await device.sessions.shell.read()
  const outbox = isMember(session) ? await session.read(['outbox'], readOutbox) : []
  if (pending_logout || outbox.some((row) => row.state !== 'failed')) throw new Error('Writes are still queued')
}

/** Periodic: refreshes the device while no page is open, and shows only the badge [PWA-4]. */
export const refreshAtTimes = async (device: Device): Promise<void> => {
  // The browser fires this event only with a network, so pauses of the outbox can end.
  await device.resume({ isConnected: true })
  const session = await device.sessions.current()
  if (!isMember(session)) return
  await device.showBadge(session)
  await ignored(refreshSettings(device, session))
}
