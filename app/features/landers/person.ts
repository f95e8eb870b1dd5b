/** Whom a lander about a member shows [SITE-6]: the member as a visitor may see them, or nobody. Never an error. */
import type { Profile } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'

type Asked = { data: { profile: Profile } | null; error: ErrorBody | null }

/** Being refused now counts more than what was allowed once; without a network, what the device holds is shown. */
export const personOf = ({ data, error }: Asked): Profile | null | 'waiting' => {
  if (error !== null && error.error !== 'network_unavailable') return null
  if (data !== null) return data.profile.exists ? data.profile : null
  return error === null ? 'waiting' : null
}
