/** What a member has begun and not finished, for the reminder of it [PWA-5]. */
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import type { Deps } from '../../deps.ts'
import { userOf } from '../account/user-view.ts'

/** The signup before the profile: who is at it fills in the profile anyway. */
export type Unfinished = { what: 'signup' } | { what: 'profile'; parts: ProfilePart[] }

/** @returns null where nothing is missing */
export const unfinishedOf = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<Unfinished | null> => {
  const user = await userOf(read, member, now(), settings())
  if (!user) return null
  if (user.settings.signup_step !== null) return { what: 'signup' }
  const parts = missingOf(user.profile)
  return parts.length > 0 ? { what: 'profile', parts } : null
}
