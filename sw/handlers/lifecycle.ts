/** The worker's own life: it takes over the pages that are open, learns whose device this is, and goes on with what waits. */
import * as v from 'valibot'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { readDrafts } from '../store/drafts.ts'
import { pruneMessages } from '../store/prune-messages.ts'
import { pruneProfiles } from '../store/prune.ts'
import { messagesSince } from './cached-site.ts'
import { fetchAhead, type AppFile, type Precache } from './fetch-ahead.ts'
import { keepTexts, type Fetch } from './kept.ts'
import { keepOlder } from './older-files.ts'
import { sendSubscription } from './push-subscription.ts'
import { takeLater } from './second-step.ts'

type Installed = {
  files: readonly AppFile[]
  precache: Precache
  /** Workbox takes what is not there yet, and sees to it that all is. */
  complete: () => Promise<unknown>
  /** The address of the lists of what comes later. */
  later: string
  /** Whether a version is at work already. */
  isUpdate: boolean
  caches: Pick<CacheStorage, 'open' | 'keys'>
  fetch: Fetch
}

/**
 * What Workbox installs, and what comes with it. A version that follows another does not wait with anything: it takes over with all that
 * the device had, also where there is no network by then [PWA-1], [PWA-10].
 */
export const install = async ({
  files,
  precache,
  complete,
  later,
  isUpdate,
  caches,
  fetch,
}: Installed): Promise<void> => {
  await Promise.all([
    fetchAhead(files, precache, caches, fetch).then(complete),
    keepTexts(isUpdate ? 'all' : 'first', caches, fetch),
    keepOlder(files, caches),
  ])
  if (isUpdate) await takeLater(later, caches, fetch)
}

/**
 * After the first visit everything on the screen is asked for again, through the worker, so that it is held [PWA-1].
 * Nothing here waits for the network: until a worker is active its pages get no answers.
 */
export const takeOver = async ({ ports }: Device, claim: () => Promise<void>): Promise<void> => {
  await claim()
  ports.news(['session'])
}

/** Whenever the worker has been started for something to do: learns whose device this is, goes on with what waits. */
export const start = async (device: Device): Promise<void> => {
  if (!(await device.sessions.shell.read()).known) await ignored(device.identity.ask())
  await device.resume()
  await ignored(sendSubscription(device))
  const session = await device.sessions.current()
  // What was shared and nobody wanted for a day goes.
  await ignored(readDrafts(session, device.ports.now()))
  await ignored(pruneProfiles(session, device.ports.now()))
  await ignored(messagesSince(device).then((since) => pruneMessages(session, since)))
  await ignored(device.photos.sweep(session))
}

const Claim = v.object({ type: v.literal('CLAIM') })

/** A page that was loading while this version became active is not among those it took over. */
export const isClaim = (message: unknown): boolean => v.is(Claim, message)
