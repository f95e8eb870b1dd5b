/** The member's own row: account, counts, and where this device stands in the feed. */
import type { Counts, User } from '#contract/entities/user.ts'
import type { Me, ReadTx, Tx } from './member-db.ts'

const NOBODY: Me = {
  user: null,
  counts: { unread_messages: 0, new_likes: 0 },
  seq: 0,
  push_seq: 0,
  synced_at: 0,
  filled: false,
}

export const readMe = async (tx: Tx | ReadTx): Promise<Me> => (await tx.objectStore('meta').get('me')) ?? NOBODY

export const changeMe = async (tx: Tx, change: Partial<Me>): Promise<Me> => {
  const me = { ...(await readMe(tx)), ...change }
  await tx.objectStore('meta').put(me, 'me')
  return me
}

/** An answer that came apart from the feed. Where the feed has begun, it alone says how the counts stand. */
export const writeUser = async (tx: Tx, user: User, counts: Counts, now: number): Promise<void> => {
  const { filled } = await readMe(tx)
  await changeMe(tx, filled ? { user } : { user, counts, synced_at: now })
}
