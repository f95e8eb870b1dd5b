/** Asks a logged-in member for the password or a passkey before an act that a stolen session must not do. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { checkPassword } from './check-password.ts'
import { provesByPasskey } from './passkeys.ts'

type Proof = Pick<CallParsed<'user.delete'>['body'], 'password' | 'passkey'>

/** @param field the form field of the password @returns the refusal, or null if the proof holds */
export const checkOwner = async (
  deps: Deps,
  caller: Caller,
  { password, passkey }: Proof,
  field: 'password' | 'old_password' = 'password',
): Promise<Refusal | null> => {
  if (password !== undefined) return checkPassword(deps, caller, password, field)
  if (passkey === undefined) return refuse('invalid_input', { fields: { [field]: 'required' } })
  const limited = await deps.bus.use('password', caller.sessionHash)
  if (limited) return limited
  return (await provesByPasskey(deps, caller, passkey)) ? null : refuse('passkey_refused')
}
