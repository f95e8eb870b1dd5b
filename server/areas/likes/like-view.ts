import type { LikeState } from '#contract/entities/like.ts'
import type { TieRow } from './queries.ts'

/** All likes between a member and one profile. @param ties rows of the member's `statesWith`, of any profiles */
export const likeStateOf = (profile: number, ties: readonly TieRow[]): LikeState => {
  const received = ties.find(({ liker }) => liker === profile)
  const sent = ties.find(({ liked }) => liked === profile)
  return likeStateFrom(profile, received, sent)
}

/** @param received the like by the profile, @param sent the like by the member; only those that the member may see */
export const likeStateFrom = (
  profile: number,
  received: Pick<TieRow, 'at' | 'seen'> | null | undefined,
  sent: Pick<TieRow, 'at'> | null | undefined,
): LikeState => ({
  profile,
  received: received ? { at: received.at, like_new: !received.seen } : null,
  sent: sent ? { at: sent.at } : null,
})

export const isMatch = (state: LikeState): boolean => state.received !== null && state.sent !== null
