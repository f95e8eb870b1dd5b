/** The three lists of likes in their order, each entry with its profile. */
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { LikeType } from '#contract/like-types.ts'
import { receivedInOrder, type Likes } from '../../state/likes.ts'

export type LikeEntry = { card: ProfileCard; at: number; isNew: boolean; waiting: boolean }

/** Entries without a profile in the answer are left out: there is nothing to show. */
export const likesOf = (likes: Likes, type: LikeType): LikeEntry[] => {
  const cards = new Map(likes.profiles.map((card) => [card.id, card]))
  return rowsOf(likes, type).flatMap(({ id, at, isNew, waiting }) => {
    const card = cards.get(id)
    return card ? [{ card, at, isNew, waiting }] : []
  })
}

type Row = Omit<LikeEntry, 'card'> & { id: number }

const rowsOf = (likes: Likes, type: LikeType): Row[] => {
  if (type === 'received')
    return receivedInOrder(likes.liked_by).map(({ id, at, like_new }) => ({ id, at, isNew: like_new, waiting: false }))
  const rows = type === 'sent' ? likes.liked : likes.matches
  return rows
    .map(({ id, at, waiting }) => ({ id, at, isNew: false, waiting: waiting === true }))
    .toSorted((one, other) => other.at - one.at)
}
