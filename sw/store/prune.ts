/** Deletes profiles that were not seen for long, except those in a conversation, a like or a queued write [PWA-13]. */
import { DAY_MS } from '#contract/limits.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { Tx } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'
import { PROFILES_MAX } from './profiles.ts'
import type { Session } from './session.ts'

const UNSEEN_MS = 90 * DAY_MS

export const pruneProfiles = async (session: Session, now: number, max: number = PROFILES_MAX): Promise<void> => {
  const old = IDBKeyRange.upperBound(now - UNSEEN_MS)
  const isDue = await session.read(['profiles'], async (tx) => {
    const profiles = tx.objectStore('profiles')
    return (await profiles.count()) > max || (await profiles.index('last_used_at').count(old)) > 0
  })
  if (isDue)
    await session.write(['profiles', 'conversations', 'likes', 'outbox'], async (tx) => {
      const kept = await keptProfiles(tx, session.member ?? 0)
      const byUse = tx.objectStore('profiles').index('last_used_at')
      const aged = new Set(await byUse.getAllKeys(old))
      let surplus = (await byUse.count()) - max
      // Oldest first.
      for (const id of await byUse.getAllKeys()) {
        if (kept.has(id) || (surplus <= 0 && !aged.has(id))) continue
        surplus -= 1
        await tx.objectStore('profiles').delete(id)
      }
    })
}

/** The profiles that must stay: those in a conversation, a like or a queued write. */
export const keptProfiles = async (tx: Tx, member: number): Promise<Set<number | undefined>> => {
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
