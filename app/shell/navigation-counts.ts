/** The counts on the badges of the navigation [SHELL-8]. */
import type { Counts } from '#contract/entities/user.ts'
import type { TabName } from './screens.ts'

/** The count of a tab, or null if it has none. */
export const newCountOf = (tab: TabName, counts: Counts): number | null => {
  if (tab === 'chats') return counts.unread_messages
  return tab === 'likes' ? counts.new_likes : null
}

/** Paying members see their credits, others a link to Premium [SHELL-8]. */
export const moneyRouteOf = (user: { paid_user: boolean }): 'credits' | 'premium' =>
  user.paid_user ? 'credits' : 'premium'
