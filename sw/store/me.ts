/** The member's own row: account, counts, and the feed cursor of this device. */
import { DEFAULT_MEMBER_SETTINGS, type SettingsChange } from '#contract/entities/member-settings.ts'
import type { Counts, User } from '#contract/entities/user.ts'
import { PHOTOS_FREE } from '#contract/limits.ts'
import { withChange } from '#contract/rules/member-settings.ts'
import type { ListPages, Me, ReadTx, Tx } from './member-db.ts'
import { completeOwnProfile } from './older-rows.ts'

/** Raise this when `User` gets a field: rows of an older form have its default until the full lists are fetched again. */
export const FORM = 6

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
  return me.user ? { ...me, user: complete(me.user) } : me
}

/** Whether the first pages of the lists are stored, in the form of this version. */
export const isFilled = (me: Me): boolean => me.filled && me.form === FORM

export const changeMe = async (tx: Tx, change: Partial<Me>): Promise<Me> => {
  const me = { ...(await readMe(tx)), ...change }
  await tx.objectStore('meta').put(me, 'me')
  return me
}

/** Records that the first pages of the lists were fetched. */
export const fillMe = (
  tx: Tx,
  { pages, ...lists }: Pick<Me, 'user' | 'counts' | 'seq' | 'synced_at' | 'newest_message'> & { pages: ListPages },
): Promise<Me> => changeMe(tx, { ...lists, pages: unlessNone(pages), push_seq: 0, filled: true, form: FORM })

/** Records that a page was fetched. */
export const recordPages = (tx: Tx, pages: ListPages): Promise<Me> => changeMe(tx, { pages: unlessNone(pages) })

const unlessNone = (pages: ListPages): ListPages | null => (pages.chats === null && pages.likes === null ? null : pages)

/**
 * Stores the user of an answer that is not from the feed. Once the feed has begun, only the feed changes the counts.
 */
export const writeUser = async (tx: Tx, user: User, counts: Counts, now: number): Promise<void> => {
  const { filled } = await readMe(tx)
  await changeMe(tx, filled ? { user } : { user, counts, synced_at: now })
}

/**
 * Applies an answer to a part of the member's own row, unless the feed has changed this part since the request was
 * sent. Answers of parallel lanes may come in any order; the feed has one order.
 * @param before the stored user at the time of the request
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

/** The user of an older row. Its settings may lack a newer preference, its profile a newer fact. */
type OlderUser = Omit<User, 'settings' | 'photo_limit'> & { settings?: SettingsChange; photo_limit?: number }

const complete = (user: OlderUser): User => ({
  ...user,
  photo_limit: user.photo_limit ?? PHOTOS_FREE,
  settings: withChange(DEFAULT_MEMBER_SETTINGS, user.settings ?? {}),
  profile: completeOwnProfile(user.profile),
})
