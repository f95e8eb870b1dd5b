/**
 * Deletes profiles that were not seen for long, messages that have become too old [CHAT-10], and, to free space, data that can be fetched
 * again. The member's own writes and drafts stay [PWA-13].
 */
import { DAY_MS } from '#contract/limits.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { ReadTx, StoreName, Tx } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'
import { isRelated } from './lists.ts'
import { PROFILES_MAX } from './profiles.ts'
import type { DeviceSession, MemberSession } from './session.ts'
import { changeMe } from './me.ts'

const UNSEEN_MS = 90 * DAY_MS

/** Each filter and each opened profile adds a row to these stores, so a busy member would have thousands in a year. */
const FOUND_MAX = 500

/** Deletes the older half of the search pages, or of the lists, beyond the limit. Lists that exist once, such as the blocks, stay. */
export const pruneFound = async (session: DeviceSession, max: number = FOUND_MAX): Promise<void> => {
  for (const store of ['searches', 'lists'] as const) {
    if ((await session.read([store], (tx) => tx.objectStore(store).count())) <= max) continue
    await session.write([store], async (tx) => {
      const rows = (await tx.objectStore(store).getAll()).filter(({ key }) => store === 'searches' || isRelated(key))
      const older = rows.toSorted((one, other) => one.held_at - other.held_at).slice(0, Math.ceil(rows.length / 2))
      for (const { key } of older) await tx.objectStore(store).delete(key)
    })
  }
}

const PROFILE_STORES: StoreName[] = ['profiles', 'conversations', 'likes', 'outbox']

/**
 * Profiles in a conversation, a like or a queued write stay.
 * @param max how many others stay
 */
export const pruneProfiles = async (session: DeviceSession, now: number, max: number = PROFILES_MAX): Promise<void> => {
  const due = (tx: Tx | ReadTx) => forgettableProfiles(tx, session.member ?? 0, now, max)
  // This runs at each start of the worker, and a write would hold up all reads of the page behind it.
  if ((await session.read(PROFILE_STORES, due)).length > 0)
    await session.write(PROFILE_STORES, async (tx) => {
      for (const id of await due(tx)) await tx.objectStore('profiles').delete(id)
    })
}

/** The profiles that nobody has seen for long, and beyond the limit those seen longest ago. */
const forgettableProfiles = async (tx: Tx | ReadTx, member: number, now: number, max: number): Promise<number[]> => {
  const byUse = tx.objectStore('profiles').index('last_used_at')
  const aged = new Set(await byUse.getAllKeys(IDBKeyRange.upperBound(now - UNSEEN_MS)))
  if (aged.size === 0 && (await byUse.count()) <= max) return []
  const protectedIds = await protectedProfiles(tx, member)
  // Oldest first.
  const others = (await byUse.getAllKeys()).filter((id) => !protectedIds.has(id))
  return others.filter((id, place) => place < others.length - max || aged.has(id))
}

/** The profiles that must stay: those in a conversation, a like or a queued write. */
const protectedProfiles = async (tx: Tx | ReadTx, member: number): Promise<Set<number | undefined>> => {
  const writes = (await readOutbox(tx)).map(({ write }) => write)
  const conversations = [
    ...(await tx.objectStore('conversations').getAllKeys()),
    ...writes.flatMap((write) => ('conversation' in write ? [write.conversation] : [])),
  ]
  return new Set([
    ...conversations.map((conversation) => partnerIn(conversation, member)),
    ...(await tx.objectStore('likes').getAllKeys()),
    ...writes.flatMap((write) => ('profile' in write ? [write.profile] : [])),
  ])
}

/** @param since messages sent before this moment are deleted, in milliseconds */
export const pruneMessages = (session: DeviceSession, since: number): Promise<void> =>
  session.write(['messages', 'conversations'], async (tx) => {
    const touched = new Set<string>()
    // Ids grow in the order in which the server received the messages, so the first recent message ends the loop.
    let cursor = await tx.objectStore('messages').openCursor()
    while (cursor && cursor.value.sent_at < since) {
      touched.add(cursor.value.conversation)
      await cursor.delete()
      cursor = await cursor.continue()
    }
    for (const conversation of touched) {
      const row = await tx.objectStore('conversations').get(conversation)
      if (!row) continue
      const { chat, history } = row
      await tx.objectStore('conversations').put({
        ...row,
        chat: chat && (chat.last_message?.sent_at ?? since) < since ? { ...chat, last_message: null } : chat,
        history: history && { ...history, older_hidden: true },
      })
    }
  })

/** This list records swiped profiles. Without it they would return to the swipe game. */
const STAYS = 'swiped'

/**
 * Deletes data that was only looked at: snapshots, searches, lists, and profiles in no conversation, like or write.
 * @returns roughly how many bytes were freed
 */
export const forgetFound = (session: DeviceSession): Promise<number> =>
  session.write(['profiles', 'searches', 'lists', 'conversations', 'likes', 'outbox', 'snapshots'], async (tx) => {
    const protectedIds = await protectedProfiles(tx, session.member ?? 0)
    let bytes = weightOf(await tx.objectStore('snapshots').getAll())
    await tx.objectStore('snapshots').clear()
    for (const row of await tx.objectStore('profiles').getAll()) {
      if (protectedIds.has(row.id)) continue
      bytes += weightOf([row])
      await tx.objectStore('profiles').delete(row.id)
    }
    bytes += weightOf(await tx.objectStore('searches').getAll())
    await tx.objectStore('searches').clear()
    for (const row of await tx.objectStore('lists').getAll()) {
      if (row.key === STAYS) continue
      bytes += weightOf([row])
      await tx.objectStore('lists').delete(row.key)
    }
    return bytes
  })

/** Estimates the size by the length of the JSON text; browsers do not reveal the real size. */
const weightOf = (rows: readonly unknown[]): number =>
  rows.reduce<number>((bytes, row) => bytes + JSON.stringify(row).length, 0)

const FILLED = ['conversations', 'messages', 'likes', 'profiles'] as const

/**
 * Deletes the data of the feed, so that it is fetched again from the beginning.
 * @returns roughly how many bytes were freed
 */
export const forgetFilled = (session: MemberSession): Promise<number> =>
  session.write([...FILLED, 'meta'], async (tx) => {
    let bytes = 0
    for (const store of FILLED) {
      bytes += weightOf(await tx.objectStore(store).getAll())
      await tx.objectStore(store).clear()
    }
    await changeMe(tx, { seq: 0, push_seq: 0, synced_at: 0, filled: false })
    return bytes
  })
