/** The member that a lander about a member shows [SITE-6], as a visitor may see them, or nobody. Never an error. */
import type { Profile } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'

type Asked = { data: { profile: Profile } | null; error: ErrorBody | null }

/** A refusal now counts more than an earlier permission; without a network the cached profile is shown. */
export const personOf = ({ data, error }: Asked): Profile | null | 'waiting' => {
  if (error !== null && error.error !== 'network_unavailable') return null
  if (data !== null) return data.profile.exists ? data.profile : null
  return error === null ? 'waiting' : null
}
