/**
 * Answers the calls about the device itself: its connection, its outbox, what to do with refused writes [PWA-3], and its storage: how much is
 * stored, freeing space by hand, and a report for support [PWA-13].
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import { countUndoable } from '../outbox/lanes.ts'
import type { Extend } from '../ports.ts'
import {
  countWaiting,
  deleteOutboxRow,
  putOutboxRow,
  readOutbox,
  readOutboxRow,
  UNTRIED,
} from '../store/outbox-rows.ts'
import { isMember, type MemberSession, type DeviceSession } from '../store/session.ts'
import { topicsOf, writeAtCost, type Write } from '../writes/table.ts'
import { answerRefused, answerWith, type CallHandlers } from './answers.ts'
import { draftHandlers } from './drafts.ts'
import { getsPushes } from './push-subscription.ts'
import { takeRoute } from '../store/route.ts'
import { takeSnapshot } from './snapshots.ts'
import { photosByUse, bytesOfPhotos } from '../photos/budget.ts'
import { forgetFilled, forgetFound } from '../store/prune.ts'
import { changeMe, readMe } from '../store/me.ts'
import { dropAllPhotos } from '../storage.ts'

export const deviceHandlers: CallHandlers<'device'> = {
  ...draftHandlers,
  'device.state': async (device, { session }) => answerWith(await stateOf(device, session)),
  'device.route': async (device) => answerWith({ path: await takeRoute(device) }),
  'device.storage': async (_, { session }) => answerWith(await storageOf(session)),
  'device.report': async (device, { session }) => answerWith(await reportOf(device, session)),
  'device.free': async (device, { session, input, extend }) =>
    answerWith(await freeRoom(device, session, input.body.all, extend)),
  'device.sync': async (device, { input, extend }) => {
    extend(device.resume({ isConnected: true, news: input.body.news }))
    return answerWith({})
  },
  'device.snapshot': async (device, { session, input }) => {
    await takeSnapshot(device, session, input.body)
    return answerWith({})
  },
  'device.lost.drop': async (device, { session }) => {
    await device.sessions.shell.update((shell) => ({ ...shell, lost_writes: null }))
    if (isMember(session)) await session.write(['meta'], (tx) => changeMe(tx, { put_back: false }))
    device.ports.news(['device'])
    return answerWith({})
  },
  'device.retry': async (device, { session, input, extend }) => {
    const topics = await retry(session, input.params.id)
    if (!topics) return answerRefused({ error: 'not_found' })
    device.ports.news(topics)
    extend(device.flush(session, { isConnected: true }))
    return answerWith({})
  },
  'device.discard': async (device, { session, input, extend }) => {
    const topics = await discard(session, input.params.id)
    if (!topics) return answerRefused({ error: 'not_found' })
    device.ports.news(topics)
    // The flush updates the backup of the outbox.
    extend(device.flush(session))
    extend(device.showBadge(session))
    return answerWith({})
  },
}

const stateOf = async (device: Device, session: DeviceSession): Promise<CallAnswer<'device.state'>> => {
  const { parked_writes, parked_drafts, lost_writes, ...shell } = await device.sessions.shell.read()
  const [outbox, waiting, isPutBack] = isMember(session)
    ? await session.read(['outbox', 'meta'], async (tx) => {
        const rows = await readOutbox(tx)
        return [rows, await countWaiting(tx, rows), (await readMe(tx)).put_back] as const
      })
    : [[], 0]
  const undoable = countUndoable(outbox, device.ports.now())
  return {
    connection: device.connection.state(),
    ...(device.connection.isHeard() ? {} : { unheard: true }),
    storage: device.storage.state(),
    push: getsPushes(shell),
    ...(!isMember(session) && parked_writes ? { parked: parked_writes } : {}),
    ...(!isMember(session) && parked_drafts ? { parked_drafts } : {}),
    ...(!isMember(session) && lost_writes ? { lost: lost_writes } : {}),
    ...(isPutBack ? { put_back: true } : {}),
    waiting,
    ...(undoable > 0 ? { undoable } : {}),
    failed: outbox.flatMap(({ id, write, failure }) =>
      failure ? [{ id, kind: write.kind, failure, profile: profileOfWrite(write, session) }] : [],
    ),
  }
}

/** Queues a refused write again as if it were new, with its place in the order unchanged. */
const retry = (session: MemberSession, id: string): Promise<readonly Topic[] | null> =>
  session.write(['outbox'], async (tx) => {
    const row = await readOutboxRow(tx, id)
    if (row?.state !== 'failed') return null
    const { error, cost } = row.failure ?? {}
    await putOutboxRow(tx, {
      ...row,
      // The member has read the new price under the message.
      ...(error === 'cost_changed' && cost !== undefined && { write: writeAtCost(row.write, cost) }),
      ...UNTRIED,
    })
    return topicsOf(row.write)
  })

/** Discards a write, unless it is being sent. */
const discard = (session: MemberSession, id: string): Promise<readonly Topic[] | null> =>
  session.write(['outbox', 'blobs'], async (tx) => {
    const row = await readOutboxRow(tx, id)
    if (!row || row.state === 'sending') return null
    await deleteOutboxRow(tx, row)
    return topicsOf(row.write)
  })

const profileOfWrite = (write: Write, { member }: DeviceSession): number | undefined => {
  if ('profile' in write) return write.profile
  return 'conversation' in write ? partnerIn(write.conversation, member ?? 0) : undefined
}

const storageOf = async (session: DeviceSession): Promise<CallAnswer<'device.storage'>> => {
  const photos = await photosByUse(session)
  const stores = ['conversations', 'messages', 'profiles', 'likes'] as const
  const [conversations = 0, messages = 0, profiles = 0, likes = 0] = await session.read([...stores], (tx) =>
    Promise.all(stores.map((store) => tx.objectStore(store).count())),
  )
  return { conversations, messages, profiles, likes, photos: photos.length, photo_bytes: bytesOfPhotos(photos) }
}

/** @param all also deletes the data of the feed, which is then fetched again from the beginning */
const freeRoom = async (
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
const reportOf = async ({ ports }: Device, session: DeviceSession): Promise<CallAnswer<'device.report'>> =>
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
