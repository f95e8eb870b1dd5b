/** Asks a logged-in member for the password or a passkey before an act that a stolen session must not do. */
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt, sessionCounts, takeBackAttempt } from './attempts.ts'
import { serverBusy } from './login.ts'
import { provesByPasskey, type OwnerProof } from './passkeys.ts'

type Field = 'password' | 'old_password'

/** @param field the form field of the password @returns the refusal, or null if the proof holds */
export const checkOwner = async (
  deps: Deps,
  caller: Caller,
  { password, passkey }: OwnerProof,
  field: Field = 'password',
): Promise<Refusal | null> => {
  if (password === undefined && passkey === undefined)
    return refuse('invalid_input', { fields: { [field]: 'required' } })
  const limited = await deps.bus.use('password', caller.sessionHash)
  if (limited) return limited
  if (password !== undefined) return checkPassword(deps, caller, password, field)
  return passkey !== undefined && (await provesByPasskey(deps, caller, passkey)) ? null : refuse('passkey_refused')
}

/**
 * Each session has its own count [ACC-8]: a stolen session cannot guess freely, and failed logins do not stop the
 * owner from changing the password.
 */
const checkPassword = async (deps: Deps, caller: Caller, password: string, field: Field): Promise<Refusal | null> => {
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
