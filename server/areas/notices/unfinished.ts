/** The parts of signup or profile that a member has not finished, for the reminder [PWA-5]. */
import { missingOf, type ProfilePart } from '#contract/rules/completeness.ts'
import type { Deps } from '../../deps.ts'
import { userOf } from '../account/user-view.ts'

/** Signup comes before the profile, because its steps fill in the profile. */
export type Unfinished = { what: 'signup' } | { what: 'profile'; parts: ProfilePart[] }

/** @returns null if nothing is missing */
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
