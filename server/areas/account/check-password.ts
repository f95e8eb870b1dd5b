/** Whoever is logged in shows that they know the password, before what cannot be taken back. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt } from './attempts.ts'

/**
 * Counts with the failures at login [ACC-8], so that an open session is no place to guess at.
 * @param field of the form the password was typed into
 * @returns why not, or null where the password is right
 */
export const checkPassword = async (
  deps: Deps,
  caller: Caller,
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<Refusal | null> => {
  const limited = deps.rates('password', caller.id)
  if (limited) return limited
  const user = await deps.read.account.userById(caller.id)
  if (!user) return refuse('authentication_required')
  const tried = { email: user.email, address: null }
  const blocked = await beginAttempt(deps, tried)
  if (blocked) return blocked
  if (!(await deps.passwords.verify(user.passwordHash, password)))
    return refuse('invalid_input', { fields: { [field]: 'password_wrong' } })
  await deps.write((tx) => forgiveAttempt(tx, tried, deps.now()))
  return null
}
