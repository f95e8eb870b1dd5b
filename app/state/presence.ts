/** Whether someone is here now, as far as this device knows. */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { ONLINE_MS } from '#contract/limits.ts'

export const isOnline = (profile: Pick<ProfileCard, 'last_active' | 'exists'>, now: number): boolean =>
  profile.exists && now - profile.last_active < ONLINE_MS
