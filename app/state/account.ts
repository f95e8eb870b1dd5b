/** Calls for the member's own account, each online only. Each function returns the refusal, or null. */
import type { CallInput } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call, isUnheard, type Answer } from '../ports/api.ts'
import { onLine } from '../ports/page.ts'
import { putAnswer } from './resource.ts'
import { enterSession, login, passwordUnsure, user } from './session.ts'

/**
 * [ACC-10] changes the password; this session continues and the server ends all others. A change whose answer was lost is in force, and
 * has given this session another token: the repeat has either no session, or no right old password. Then a login with the new one
 * shows the truth.
 */
export const changePassword = async (
  email: string,
  body: CallInput<'password.change'>['body'],
): Promise<ErrorBody | null> => {
  const refusal = await settled(() => call('password.change', { body }))
  if (refusal === null || !mayFollow(refusal)) return refusal
  const unproven = await login(email, body.password)
  if (unproven === null) return null
  if (!isUnheard(unproven)) passwordUnsure.value = false
  return refusal
}

/**
 * [ACC-9] sets a new password or passkey with the token of the reset mail, and logs in. After a lost answer, the link may be used up:
 * `passwordUnsure` says so.
 */
export const choosePassword = (body: CallInput<'password.reset_do'>['body']): Promise<ErrorBody | null> =>
  settled(() => call('password.reset_do', { body }))

/** Sends a new password; once more if no server answered, since one may have done it. */
const settled = async (send: () => Promise<Answer<'user.login'>>): Promise<ErrorBody | null> => {
  // Without a network nothing is sent at all.
  const canArrive = onLine.peek()
  let answer = await send()
  if (isLost(answer) && canArrive) {
    passwordUnsure.value = true
    answer = await send()
  }
  const refusal = await enterSession(answer)
  // Any other answer of the server says that the password has not changed.
  if (refusal && !isLost(answer) && !mayFollow(refusal)) passwordUnsure.value = false
  return refusal
}

const isLost = (answer: Answer<'user.login'>): boolean => !answer.ok && isUnheard(answer.error)

/** Whether a repeat may be refused so because the attempt before it was successful. */
const mayFollow = ({ error, fields }: ErrorBody): boolean =>
  error === 'authentication_required' ||
  (passwordUnsure.peek() &&
    // A link or the answer of a passkey is used up.
    (error === 'link_invalid' || error === 'passkey_refused' || fields?.['old_password'] === 'password_wrong'))

/** [ACC-12] brings a deleted account back and logs in. */
export const reactivate = async (token: string): Promise<ErrorBody | null> =>
  enterSession(await call('reactivate', { body: { token } }))

/**
 * A session that is gone proves nothing, unless the server says that it went with its account; a login that is refused so does. Without a
 * password for a login, a last repeat asks.
 */
const isBeingDeleted = async (
  email: string,
  proof: CallInput<'user.delete'>['body'],
  refusal: ErrorBody,
): Promise<boolean> => {
  if (refusal.deleting === true) return true
  const isLost = isUnheard(refusal)
  if (proof.password === undefined) {
    const answer = isLost ? await call('user.delete', { body: proof }) : null
    return answer !== null && (answer.ok || answer.error.deleting === true)
  }
  if (!isLost && refusal.error !== 'authentication_required') return false
  return (await login(email, proof.password))?.error === 'email_being_deleted'
}

/**
 * [ACC-12] deletes the account and logs out. @param leave navigates to a screen for visitors before the member's
 * screens unmount
 */
export const deleteAccount = async (
  proof: CallInput<'user.delete'>['body'],
  leave: () => void,
): Promise<ErrorBody | null> => {
  const email = user.peek()?.email ?? ''
  const canArrive = onLine.peek()
  let answer = await call('user.delete', { body: proof })
  // The server may have done it, and has then ended this session: only the mail would say so.
  if (!answer.ok && isUnheard(answer.error) && canArrive) {
    answer = await call('user.delete', { body: proof })
    if (!answer.ok && !(await isBeingDeleted(email, proof, answer.error))) return answer.error
  } else if (!answer.ok) return answer.error
  leave()
  putAnswer('user.get', {}, { user: null, counts: null, revoked: true })
  return null
}
