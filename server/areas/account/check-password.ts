/** A member who is logged in shows that they know the password, before something that cannot be undone. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt, sessionCounts, takeBackAttempt } from './attempts.ts'
import { serverBusy } from './login.ts'

/**
 * Each session has a count of its own [ACC-8]: a stolen one is no place to guess at, and failures at login do not keep the
 * owner from changing the password.
 * @param field of the form the password was typed into
 * @returns the reason it is refused, or null where the password is right
 */
export const checkPassword = async (
  deps: Deps,
  caller: Caller,
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<Refusal | null> => {
  const limited = deps.rates('password', caller.sessionHash)
  if (limited) return limited
  const user = await deps.read.account.userById(caller.id)
  if (!user) return refuse('authentication_required')
  const counts = sessionCounts(caller)
  const blocked = await beginAttempt(deps, counts)
  if (blocked) return blocked
  const fits = await deps.passwords.verify(user.passwordHash, password, 'known')
  if (fits === null) {
    await takeBackAttempt(deps, counts)
    return serverBusy()
  }
  if (!fits) return refuse('invalid_input', { fields: { [field]: 'password_wrong' } })
  await deps.write((tx) => forgiveAttempt(tx, counts))
  return null
}
