/** Saves an edit of the profile through the outbox, so that it works offline; field errors go to the fields. */
import type { ProfileChange } from '#contract/entities/profile.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { invalidate } from '../../state/resource.ts'
import { changeShown, refreshSession, user } from '../../state/session.ts'

/** @returns the refusal, or null if the edit is saved or queued */
export const saveProfile = async (change: ProfileChange): Promise<ErrorBody | null> => {
  const answer = await call('profile.put', { body: change })
  if (!answer.ok) return answer.error
  const me = user.peek()
  if (answer.queued) await refreshSession()
  else changeShown({ profile: answer.data.profile })
  if (me) invalidate([`member:${me.id}`])
  return null
}
