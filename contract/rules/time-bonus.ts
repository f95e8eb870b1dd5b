/** §4, §9 [PAY-8] the time bonus: for a member who has not paid, within four hours of signup. */
import type { TimeBonus } from '../entities/money.ts'
import type { User } from '../entities/user.ts'
import { TIME_BONUS_MS } from '../limits.ts'

export const timeBonusOf = (user: Pick<User, 'paid_user' | 'signup_date'> | null, now: number): TimeBonus => {
  if (!user || user.paid_user) return { isVisible: false, ends_at: null }
  const endsAt = user.signup_date + TIME_BONUS_MS
  const isVisible = now >= user.signup_date && now < endsAt
  return { isVisible, ends_at: isVisible ? endsAt : null }
}

/** Hours, minutes and seconds with two digits each; a started second counts as one. */
export const clockOf = (ms: number): string => {
  const seconds = Math.max(Math.ceil(ms / 1_000), 0)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
