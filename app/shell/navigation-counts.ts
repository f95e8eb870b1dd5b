/** What the badges of the places count [SHELL-8]. */
import type { Counts } from '#contract/entities/user.ts'

export type TabName = 'search' | 'likes' | 'chats' | 'me'

/** The count of a place, or null where it has none. */
export const newCountOf = (tab: TabName, counts: Counts): number | null => {
  if (tab === 'chats') return counts.unread_messages
  return tab === 'likes' ? counts.new_likes : null
}

/** Paying members see their credits, others the way to Premium [SHELL-8]. */
export const moneyRouteOf = (user: { paid_user: boolean }): 'credits' | 'premium' =>
  user.paid_user ? 'credits' : 'premium'
