/** The member's own row: account, counts, and where this device stands in the feed. */
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { Counts, User } from '#contract/entities/user.ts'
import { PHOTOS_FREE } from '#contract/limits.ts'
import type { Me, ReadTx, Tx } from './member-db.ts'
import { completeOwnProfile } from './older-rows.ts'

/** Goes up when `User` gets something that older rows lack: then it is taken anew, and filled in until it is. */
const FORM = 3

const NOBODY: Me = {
  user: null,
  counts: { unread_messages: 0, new_likes: 0 },
  seq: 0,
  push_seq: 0,
  synced_at: 0,
  filled: false,
}

export const readMe = async (tx: Tx | ReadTx): Promise<Me> => {
  const me = (await tx.objectStore('meta').get('me')) ?? NOBODY
  return me.form === FORM || !me.user ? me : { ...me, user: complete(me.user) }
}

/** Whether the full lists are held, in the form of this version. */
export const isFilled = (me: Me): boolean => me.filled && me.form === FORM

export const changeMe = async (tx: Tx, change: Partial<Me>): Promise<Me> => {
  const me = { ...(await readMe(tx)), ...change }
  await tx.objectStore('meta').put(me, 'me')
  return me
}

/** The full lists were taken. */
export const fillMe = (tx: Tx, lists: Pick<Me, 'user' | 'counts' | 'seq' | 'synced_at'>): Promise<Me> =>
  changeMe(tx, { ...lists, push_seq: 0, filled: true, form: FORM })

/** An answer that came apart from the feed. Where the feed has begun, it alone says how the counts stand. */
export const writeUser = async (tx: Tx, user: User, counts: Counts, now: number): Promise<void> => {
  const { filled } = await readMe(tx)
  await changeMe(tx, filled ? { user } : { user, counts, synced_at: now })
}

/**
 * Takes what an answer says of a part of the member's own, unless the feed has changed that part since the request left:
 * answers of lanes side by side may come in any order, the feed has one.
 * @param before the user as held when the request left
 */
export const changeUser = async (
  tx: Tx,
  before: User | null,
  part: (user: User) => unknown,
  change: (user: User) => User,
): Promise<void> => {
  const { user } = await readMe(tx)
  if (user && before && JSON.stringify(part(user)) === JSON.stringify(part(before)))
    await changeMe(tx, { user: change(user) })
}

const LACKS = { settings: DEFAULT_MEMBER_SETTINGS, photo_limit: PHOTOS_FREE }

const complete = (user: User): User => ({
  ...LACKS,
  ...user,
  profile: completeOwnProfile(user.profile),
})
