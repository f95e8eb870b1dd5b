/** Likes as the server has them: one row per profile for both directions. */
import type { CallAnswer } from '#contract/calls.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { Tx } from './member-db.ts'

export const readLike = (tx: Tx, profile: number): Promise<LikeState | undefined> =>
  tx.objectStore('likes').get(profile)

export const writeLike = async (tx: Tx, like: LikeState): Promise<void> => {
  if (like.received || like.sent) await tx.objectStore('likes').put(like)
  else await tx.objectStore('likes').delete(like.profile)
}

export const replaceLikes = async (tx: Tx, likes: readonly LikeState[]): Promise<void> => {
  await tx.objectStore('likes').clear()
  for (const like of likes) await writeLike(tx, like)
}

/** Merges the server's lists into one state per profile. A match may be in the list of matches alone. */
export const statesOf = (lists: Pick<CallAnswer<'likes.get'>, 'liked_by' | 'liked' | 'matches'>): LikeState[] => {
  const states = new Map<number, LikeState>()
  const stateOf = (profile: number): LikeState => states.get(profile) ?? { profile, received: null, sent: null }
  for (const { id, at, like_new } of lists.liked_by) states.set(id, { ...stateOf(id), received: { at, like_new } })
  for (const { id, at } of lists.liked) states.set(id, { ...stateOf(id), sent: { at } })
  for (const { id, at } of lists.matches) {
    const state = stateOf(id)
    states.set(id, { ...state, received: state.received ?? { at, like_new: false }, sent: state.sent ?? { at } })
  }
  return [...states.values()]
}
