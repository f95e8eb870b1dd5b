/** Asks a logged-in member for the password before an action that cannot be undone. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt, sessionCounts, takeBackAttempt } from './attempts.ts'
import { serverBusy } from './login.ts'

/**
 * Each session has its own count [ACC-8]: a stolen session cannot guess freely, and failed logins do not stop the
 * owner from changing the password.
 * @param field the form field that contains the password
 * @returns the refusal, or null if the password is right
 */
export const checkPassword = async (
  deps: Deps,
  caller: Caller,
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<Refusal | null> => {
  const limited = await deps.bus.use('password', caller.sessionHash)
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
