/** Badges of the navigation [SHELL-8], [SHELL-9], [SHELL-17]. */
import { BADGE_CAP, CREDITS_BADGE_AT } from '../limits.ts'

/** The text of a count badge: none at 0, `99+` from 100. */
export const badgeText = (count: number): string | null =>
  count <= 0 ? null : count > BADGE_CAP ? `${BADGE_CAP}+` : String(count)

export type CreditsBadge = 'none' | 'warning' | 'danger'

/** The credits badge shows at 10 or fewer: warning above 0, danger at 0. */
export const creditsBadge = (credits: number): CreditsBadge =>
  credits > CREDITS_BADGE_AT ? 'none' : credits > 0 ? 'warning' : 'danger'

/** Page title with unread messages plus new likes in front. */
export const countedTitle = (title: string, count: number): string => {
  const badge = badgeText(count)
  return badge === null ? title : `(${badge}) ${title}`
}
