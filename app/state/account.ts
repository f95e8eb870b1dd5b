/** Calls for the member's own account, each online only. Each function returns the refusal, or null. */
import type { CallInput } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { putAnswer } from './resource.ts'
import { enterSession } from './session.ts'

/** [ACC-10] changes the password; this session continues and the server ends all others. */
export const changePassword = async (body: CallInput<'password.change'>['body']): Promise<ErrorBody | null> =>
  enterSession(await call('password.change', { body }))

/** [ACC-9] sets a new password or passkey with the token of the reset mail, and logs in. */
export const choosePassword = async (body: CallInput<'password.reset_do'>['body']): Promise<ErrorBody | null> =>
  enterSession(await call('password.reset_do', { body }))

/** [ACC-12] brings a deleted account back and logs in. */
export const reactivate = async (token: string): Promise<ErrorBody | null> =>
  enterSession(await call('reactivate', { body: { token } }))

/**
 * [ACC-12] deletes the account and logs out. @param leave navigates to a screen for visitors before the member's
 * screens unmount
 */
export const deleteAccount = async (
  proof: CallInput<'user.delete'>['body'],
  leave: () => void,
): Promise<ErrorBody | null> => {
  const answer = await call('user.delete', { body: proof })
  if (!answer.ok) return answer.error
  leave()
  putAnswer('user.get', {}, { user: null, counts: null, revoked: true })
  return null
}
