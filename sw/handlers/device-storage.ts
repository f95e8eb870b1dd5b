/** Answers the calls about storage: how much is stored, freeing space by hand, and a report for support [PWA-13]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Device } from '../device.ts'
import { photosByUse, bytesOfPhotos } from '../photos/budget.ts'
import type { Extend } from '../ports.ts'
import { forgetFilled, forgetFound } from '../store/fetched-data.ts'
import { readMe } from '../store/me.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember, type DeviceSession } from '../store/session.ts'
import { dropAllPhotos } from '../storage.ts'

export const storageOf = async (session: DeviceSession): Promise<CallAnswer<'device.storage'>> => {
  const photos = await photosByUse(session)
  const stores = ['conversations', 'messages', 'profiles', 'likes'] as const
  const [conversations = 0, messages = 0, profiles = 0, likes = 0] = await session.read([...stores], (tx) =>
    Promise.all(stores.map((store) => tx.objectStore(store).count())),
  )
  return { conversations, messages, profiles, likes, photos: photos.length, photo_bytes: bytesOfPhotos(photos) }
}

/** @param all also deletes the data of the feed, which is then fetched again from the beginning */
export const freeRoom = async (
  device: Device,
  session: DeviceSession,
  all: boolean,
  extend: Extend,
): Promise<CallAnswer<'device.free'>> => {
  let freed = (await dropAllPhotos(device.ports, session)) + (await forgetFound(session))
  if (all && isMember(session)) {
    freed += await forgetFilled(session)
    const { news } = device.ports
    const fetching = device.syncOf(session).now()
    extend(fetching.then(() => news(['device'])))
  }
  device.storage.emptied()
  device.ports.news(['device', 'chats', 'likes', 'members', 'matches', 'swipe'])
  return { freed }
}

/** The report has only kinds, ages and error codes: no names and no contents [PWA-13]. */
export const reportOf = async ({ ports }: Device, session: DeviceSession): Promise<CallAnswer<'device.report'>> =>
  session.read(['meta', 'outbox'], async (tx) => ({
    version: ports.version,
    synced_at: (await readMe(tx)).synced_at || null,
    queue: (await readOutbox(tx)).map(({ write, state, written_at, attempts, failure }) => ({
      kind: write.kind,
      state,
      age_ms: Math.max(0, ports.now() - written_at),
      attempts,
      reason: failure?.error ?? null,
    })),
  }))
